import type { Db } from '#server/platform/db.ts'

/** The currency that each event's product had then: it may have another one by now. */
export async function currenciesThen(db: Db, eventIds: string[]): Promise<Map<string, string>> {
  // eslint-disable-next-line house/listed-products -- the partner's own, in every state
  const rows = await db.$queryRaw<Array<{ id: string; currency: string }>>`
    SELECT e.id, coalesce(e.before ->> 'currency', (
      SELECT h.currency FROM price_history h WHERE h.product_id = e.product_id AND h.changed_at <= e.created_at
      ORDER BY h.changed_at DESC LIMIT 1), p.currency) AS currency
    FROM product_events e JOIN products p ON p.id = e.product_id WHERE e.id = ANY(${eventIds}::uuid[])`
  return new Map(rows.map(({ id, currency }) => [id, currency]))
}
