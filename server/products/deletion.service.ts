import type { PartnerAsk } from '#server/platform/ask.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { KEPT_DAYS, type SelectionInput } from './own-products.schema.ts'
import { selectOwnProducts } from './list-own.service.ts'

/** The consequences of deleting products. */
export interface DeletionFacts {
  products: number
  /** The number of wishlists that contain at least one of them. */
  wishlists: number
  /** Valid clicks of the last 30 days. */
  clicks: number
}

/** Returns the consequences of deleting these products, without those of other partners. */
export async function getDeletionFacts(
  { db, partner }: Pick<PartnerAsk, 'db' | 'partner'>,
  selection: SelectionInput,
  now = new Date(),
): Promise<DeletionFacts> {
  const ids = 'ids' in selection ? selection.ids : await selectOwnProducts({ db, partner }, selection.filter)
  // eslint-disable-next-line house/listed-products -- includes the partner's own drafts
  const [facts] = await db.$queryRaw<DeletionFacts[]>`
    WITH chosen AS MATERIALIZED (SELECT p.id FROM products p WHERE p.partner_id = ${partner.id}::uuid AND p.deleted_at IS NULL AND p.id = ANY(${ids}::uuid[]))
    SELECT (SELECT count(*)::int FROM chosen) AS products,
      (SELECT count(DISTINCT w.user_id)::int FROM wishlist_items w JOIN chosen ON chosen.id = w.product_id) AS wishlists,
      (SELECT count(*)::int FROM outbound_clicks c JOIN chosen ON chosen.id = c.product_id
        WHERE c.partner_id = ${partner.id}::uuid AND c.clicked_at >= ${new Date(now.getTime() - KEPT_DAYS * DAY_MS)} AND c.is_valid) AS clicks`
  return facts ?? { products: 0, wishlists: 0, clicks: 0 }
}
