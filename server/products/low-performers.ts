import type { Picture } from '#server/media/picture.ts'
import { countsBetween, viewsOf } from '#server/outbound/view-counts.ts'
import type { Db } from '#server/platform/db.ts'
import { ACTIVE } from '#server/platform/listed.ts'
import { periodRange, type Period } from '#server/platform/period.schema.ts'
import { soldIn } from './best-sellers.ts'
import { ownUndeleted, PICTURE } from './own-products.ts'

const SHOWN = 5

interface LowPerformer {
  id: string
  name: string
  picture: Picture | null
  views: number
  clicks: number
}

/**
 * Returns up to five active products that were viewed but not sold in the period that ends at `to`, those with the most
 * views without a click first.
 */
export function listLowPerformers(db: Db, partnerId: string, period: Period, to: Date): Promise<LowPerformer[]> {
  const { from } = periodRange(period, to)
  // eslint-disable-next-line house/listed-products -- only the partner's own products
  return db.$queryRaw<LowPerformer[]>`
    WITH seen AS MATERIALIZED (SELECT * FROM ${viewsOf(partnerId, period, to)} counted),
    clicked AS MATERIALIZED (SELECT * FROM ${countsBetween('clicks', partnerId, period, { from, to })} counted),
    sold AS MATERIALIZED (${soldIn(partnerId, from, to)}),
    low AS (
      SELECT seen.product_id, seen.views, coalesce(clicked.clicks, 0) AS clicks
      FROM seen LEFT JOIN clicked USING (product_id)
      WHERE seen.product_id NOT IN (SELECT product_id FROM sold)
        AND EXISTS (SELECT 1 FROM products p WHERE p.id = seen.product_id AND ${ownUndeleted(partnerId)} AND ${ACTIVE})
      ORDER BY seen.views - coalesce(clicked.clicks, 0) DESC, seen.product_id LIMIT ${SHOWN}::int
    )
    SELECT p.id, p.name, low.views, low.clicks, ${PICTURE} FROM low JOIN products p ON p.id = low.product_id
    ORDER BY low.views - low.clicks DESC, p.id`
}
