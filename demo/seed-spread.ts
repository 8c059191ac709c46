import { LISTED } from '#server/platform/listed.ts'
import type { Db } from '#server/platform/db.ts'
import { dayOf, percentOff, qualityPoints, WEIGHTS } from '#server/search/ranking.ts'
import { generateProducts } from './catalogue/generate-products.ts'
import { demoId } from './demo-ids.ts'
import type { DrawingSpec } from './demo.types.ts'
import { spreadOut } from './spread.ts'

interface Row {
  id: string
  partnerId: string
  createdAt: Date
  confirmedAt: Date
  isFeatured: boolean
  popularity: number
  stock: number | null
  isInStock: boolean
  priceMinor: number
  originalPriceMinor: number | null
}

/**
 * Separates similar demo products that lists would show side by side, and selects one editors' pick per kind. Call it
 * once popularity is known, because it determines the order of lists.
 */
export async function seedSpread(db: Db, seed: number, count: number, now: Date): Promise<void> {
  const specs = new Map<string, DrawingSpec>()
  for (const [index, { images }] of [...generateProducts({ seed, count })].entries())
    if (images[0]) specs.set(demoId(seed, 'product', index), images[0].spec)
  const rows = await db.$queryRaw<Row[]>`
    SELECT p.id, p.partner_id AS "partnerId", p.created_at AS "createdAt", coalesce(p.synced_at, p.updated_at) AS "confirmedAt", p.is_featured AS "isFeatured",
      p.popularity, p.stock, p.is_in_stock AS "isInStock", p.price_minor AS "priceMinor", p.original_price_minor AS "originalPriceMinor"
    FROM products p WHERE ${LISTED} ORDER BY p.id`
  const demo = rows.flatMap((row) => {
    const spec = specs.get(row.id)
    return spec ? [{ row, spec }] : []
  })
  pickOneOfAKind(demo)
  const shown = demo.map(({ row, spec }) => ({
    id: row.id,
    spec,
    partnerId: row.partnerId,
    createdAt: row.createdAt.getTime(),
    points: pointsOf(row, row.createdAt.getTime(), now),
    pointsAt: (createdAt: number) => pointsOf(row, createdAt, now),
  }))
  spreadOut(shown)
  const changed = demo.map(({ row }, place) => ({ ...row, createdAt: new Date(shown[place]?.createdAt ?? 0) }))
  await db.$executeRaw`
    UPDATE products p SET created_at = c.created_at, is_featured = c.is_featured
    FROM jsonb_to_recordset(${JSON.stringify(changed.map(({ id, createdAt, isFeatured }) => ({ id, created_at: createdAt, is_featured: isFeatured })))}::jsonb)
      AS c (id uuid, created_at timestamptz, is_featured boolean)
    WHERE p.id = c.id AND (p.created_at, p.is_featured) IS DISTINCT FROM (c.created_at, c.is_featured)`
}

function pointsOf(row: Row, createdAt: number, now: Date): number {
  const quality = qualityPoints(
    {
      ...row,
      createdAt,
      confirmedAt: row.confirmedAt.getTime(),
      isSoldOut: row.stock === 0,
      discountPercent: percentOff(row.priceMinor, row.originalPriceMinor),
    },
    dayOf(now),
  )
  return quality + (row.isFeatured ? WEIGHTS.picked.browsing : 0)
}

/**
 * Keeps one pick per kind. Replaces a repeated one with the first product in stock of a kind without a pick, if there
 * is one.
 */
function pickOneOfAKind(demo: readonly { row: Row; spec: DrawingSpec }[]): void {
  const picked = new Set<string>()
  let free = 0
  for (const { row, spec } of demo) {
    if (!row.isFeatured) continue
    if (picked.has(spec.kind)) {
      row.isFeatured = false
      free++
    }
    picked.add(spec.kind)
  }
  for (const { row, spec } of demo) {
    if (free === 0) return
    if (!row.isInStock || picked.has(spec.kind)) continue
    row.isFeatured = true
    picked.add(spec.kind)
    free--
  }
}
