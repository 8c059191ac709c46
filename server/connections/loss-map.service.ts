import type { PartnerAsk } from '#server/platform/ask.ts'

const DAYS = 30

interface LossDay {
  /** 'YYYY-MM-DD', UTC. */
  day: string
  clicks: number
  /** The clicks with an id that a page of the store saw. */
  landed: number
  /** The clicks with an id in a cart. */
  carts: number
  /** Orders that are matched with these clicks and not cancelled. */
  orders: number
}

/**
 * Returns the outcomes of the clicks of each of the last 30 days, including today, by the day of the click. So a later
 * step never exceeds an earlier one. `hasSignals`: the store reports events between click and order.
 */
export async function getLossMap({ db, partner }: Pick<PartnerAsk, 'db' | 'partner'>, now = new Date()) {
  const today = now.toISOString().slice(0, 10)
  const days = await db.$queryRaw<LossDay[]>`
    WITH clicks AS (
      SELECT o.id, (o.clicked_at AT TIME ZONE 'UTC')::date AS day FROM outbound_clicks o
      WHERE o.partner_id = ${partner.id}::uuid AND o.is_valid AND o.clicked_at >= (${today}::date - ${DAYS - 1}::int) AT TIME ZONE 'UTC'
    ), counted AS (
      SELECT c.day, count(*) AS clicks, count(l.click_id) AS landed, count(k.click_id) AS carts, sum((
        SELECT count(*) FROM conversions v WHERE v.click_id = c.id AND v.partner_id = ${partner.id}::uuid AND v.status <> 'cancelled'
      )) AS orders
      FROM clicks c LEFT JOIN click_signals l ON l.click_id = c.id AND l.kind = 'landed'
        LEFT JOIN click_signals k ON k.click_id = c.id AND k.kind = 'cart'
      GROUP BY c.day
    )
    SELECT to_char(d, 'YYYY-MM-DD') AS day, coalesce(clicks, 0)::int AS clicks, coalesce(landed, 0)::int AS landed, coalesce(carts, 0)::int AS carts,
      coalesce(orders, 0)::int AS orders
    FROM generate_series(${today}::date - ${DAYS - 1}::int, ${today}::date, interval '1 day') d LEFT JOIN counted ON counted.day = d::date ORDER BY d`
  return { days, hasSignals: days.some(({ landed, carts }) => landed + carts > 0) }
}
