import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import { EVENT_DATA, MAX_PRODUCTS } from './event-data.schema.ts'
import type { EventType } from './event-types.schema.ts'
import { addDelivery, hasRoom } from './record-event.ts'

const TYPE = 'click.daily' satisfies EventType
const AT_ONCE = 100
/** After an outage, only this many days are reported. */
const MAX_DAYS = 7

/** A webhook and the next day to report to it, in the store's time zone. */
interface Due {
  id: string
  partnerId: string
  timeZone: string
  upTo: string | null
  day: string
}

/**
 * Reports the valid clicks of each day that has ended to the webhooks that subscribe to it. A webhook that fails is tried
 * again by the next run.
 * @returns how many events it recorded
 */
export async function reportDailyClicks(db: Db, now: Date, signal?: AbortSignal): Promise<number> {
  let recorded = 0
  const failed: string[] = []
  for (let due = await findDue(db, now, failed); due.length; due = await findDue(db, now, failed))
    for (const each of due) {
      if (signal?.aborted) return recorded
      try {
        if (await db.$transaction((tx) => report(tx, each, now))) recorded++
      } catch (error) {
        failed.push(each.id)
        log.error({ err: error, webhookId: each.id }, 'the daily clicks were not reported')
      }
    }
  return recorded
}

// eslint-disable-next-line house/listed-products -- paused stores get reports of their clicks too
const findDue = (db: Db, now: Date, without: string[]) => db.$queryRaw<Due[]>`
  SELECT id, partner_id AS "partnerId", time_zone AS "timeZone", up_to::text AS "upTo",
    greatest(coalesce(up_to + 1, last), last - ${MAX_DAYS - 1}::int)::text AS day
  FROM (
    SELECT w.id, w.partner_id, p.time_zone, w.clicks_up_to AS up_to, (${now}::timestamptz AT TIME ZONE p.time_zone)::date - 1 AS last
    FROM outgoing_webhooks w JOIN partners p ON p.id = w.partner_id
    WHERE w.state = 'active' AND ${TYPE} = ANY(w.event_types) AND p.verification_status = 'approved'
      AND w.id <> ALL(${without}::uuid[])
  ) subscribed WHERE up_to IS NULL OR up_to < last ORDER BY id LIMIT ${AT_ONCE}::int`

async function report(tx: Prisma.TransactionClient, { id, partnerId, timeZone, upTo, day }: Due, now: Date) {
  const { count } = await tx.outgoingWebhook.updateMany({
    where: { id, state: 'active', clicksUpTo: upTo === null ? null : new Date(upTo) },
    data: { clicksUpTo: new Date(day) },
  })
  // The webhook was turned off, or another process has reported the day.
  if (!count || !(await hasRoom(tx, id))) return false
  const products = await tx.$queryRaw<Array<{ productId: string; clicks: number; total: number }>>`
    SELECT product_id AS "productId", count(*)::int AS clicks, (sum(count(*)) OVER ())::int AS total FROM outbound_clicks
    WHERE partner_id = ${partnerId}::uuid AND is_valid
      AND clicked_at >= ${day}::date::timestamp AT TIME ZONE ${timeZone}
      AND clicked_at < (${day}::date + 1)::timestamp AT TIME ZONE ${timeZone}
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${MAX_PRODUCTS}::int`
  const data = EVENT_DATA[TYPE].parse({
    day,
    timeZone,
    clicks: products[0]?.total ?? 0,
    products: products.map(({ productId, clicks }) => ({ productId, clicks })),
  })
  await addDelivery(tx, id, TYPE, data, now)
  return true
}
