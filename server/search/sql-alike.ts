import { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { alikeOf, kindShown, wantedOf } from './appearance-distance.ts'
import type { Alike } from './engine.ts'

/** Plain SQL only compares the looks of this many of the newest matching products, because it has to read each look. */
const MAX_COMPARED = 50_000
const BATCH = 5_000

/** Products that look alike, by id. */
export type AlikeProducts = ReadonlyMap<string, Alike>

/** Finds the products that look alike. @param from FROM and WHERE of the products `p` to compare */
export async function findAlike(db: Db, looksLike: string, from: Prisma.Sql): Promise<AlikeProducts> {
  const found = new Map<string, Alike>()
  const wanted = wantedOf(looksLike)
  if (!wanted) return found
  for (let compared = 0; compared < MAX_COMPARED; compared += BATCH) {
    const rows = await db.$queryRaw<Array<{ id: string; appearances: Uint8Array }>>`
      SELECT p.id, p.appearances ${from} ORDER BY p.created_at DESC, p.id DESC LIMIT ${BATCH} OFFSET ${compared}`
    for (const { id, appearances } of rows) {
      const alike = alikeOf(wanted, appearances)
      if (alike) found.set(id, alike)
    }
    if (rows.length < BATCH) break
  }
  return found
}

/** Returns the category that comes first (`kindShown`); null if there is none. */
export async function kindOfNearest(db: Db, looksLike: string, products: AlikeProducts): Promise<string | null> {
  const least = Math.min(...[...products.values()].map(({ away }) => away))
  const ids = [...products].flatMap(([id, { away }]) => (away === least ? id : []))
  // eslint-disable-next-line house/listed-products -- the ids are those of listed products
  const rows = await db.$queryRaw<Array<{ category: string }>>`
    SELECT DISTINCT coalesce(category_id::text, '') AS category FROM products WHERE id = ANY(${ids}::uuid[])`
  return kindShown(
    looksLike,
    rows.map(({ category }) => [least, category] as const),
  )
}

const asJson = (products: AlikeProducts) =>
  Prisma.sql`${JSON.stringify(Object.fromEntries([...products].map(([id, { away }]) => [id, away])))}::jsonb`

/** SQL condition: `p` is among the products. */
export const isAlike = (products: AlikeProducts): Prisma.Sql =>
  Prisma.sql`jsonb_exists(${asJson(products)}, p.id::text)`

/** SQL expression: the distance of `p` from the wanted look, in tenths of Lab units. */
export const awayOf = (products: AlikeProducts): Prisma.Sql => Prisma.sql`(${asJson(products)}->>p.id::text)::int`
