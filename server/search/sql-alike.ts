import { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { alikeOf, wantedOf } from './appearance-distance.ts'
import type { Alike } from './engine.ts'

/** Of so many of the newest products that meet the rest, plain SQL tells whether they look alike: it has to read what each looks like. */
const MOST_COMPARED = 50_000
const BATCH = 5_000

/** Products that look alike, by id. */
export type AlikeProducts = ReadonlyMap<string, Alike>

/** @param from FROM and WHERE of the products to compare, `p` */
export async function findAlike(db: Db, looksLike: string, from: Prisma.Sql): Promise<AlikeProducts> {
  const found = new Map<string, Alike>()
  const wanted = wantedOf(looksLike)
  if (!wanted) return found
  for (let compared = 0; compared < MOST_COMPARED; compared += BATCH) {
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

const asJson = (products: AlikeProducts) =>
  Prisma.sql`${JSON.stringify(Object.fromEntries([...products].map(([id, { away }]) => [id, away])))}::jsonb`

/** Whether `p` is one of them. */
export const isAlike = (products: AlikeProducts): Prisma.Sql =>
  Prisma.sql`jsonb_exists(${asJson(products)}, p.id::text)`

/** How far `p` is from what is wanted, in tenths of Lab units. */
export const awayOf = (products: AlikeProducts): Prisma.Sql => Prisma.sql`(${asJson(products)}->>p.id::text)::int`
