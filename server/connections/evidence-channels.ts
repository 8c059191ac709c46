import type { ShopifyConnection } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'

/** How many orders had a valid signal from a source. */
interface Channel {
  /** As in sales/store-order.schema.ts: 'plugin', 'landing page', 'discount code'. */
  from: string
  orders: number
}

/** Returns the sources of valid signals in the store's orders since a time, most orders first. An order may have several. */
export const listChannels = (
  db: Db,
  { id, partnerId, platform }: Pick<ShopifyConnection, 'id' | 'partnerId' | 'platform'>,
  since: Date,
): Promise<Channel[]> => db.$queryRaw<Channel[]>`
  SELECT s ->> 'from' AS "from", count(DISTINCT c.id)::int AS orders
  FROM conversions c CROSS JOIN LATERAL jsonb_array_elements(c.evidence) s
  WHERE c.partner_id = ${partnerId}::uuid AND c.store_id = ${id}::uuid AND c.source::text = ${platform} AND c.ordered_at >= ${since} AND s ->> 'verdict' <> 'rejected'
  GROUP BY 1 ORDER BY 2 DESC, 1`
