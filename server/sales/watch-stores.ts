import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import type { FlagKind } from './flags.values.ts'

/** The minimum number of orders to compute a share from: one cancellation among three orders means nothing. */
const MIN_ORDERS = 20
const MAX_CANCELLED_SHARE = 0.2
/**
 * A month, because shoppers buy days after their click. It is compared with the three months before, so that one good
 * week has little weight.
 */
const RECENT_DAYS = 30
const PAST_DAYS = 90
/** A store with this many clicks and the usual rate of 1% has had sales. */
const MIN_CLICKS = 300
/** Seasons and sales events change the ratio, but only a fault cuts it to a quarter. */
const LEFT_OF_RATIO = 0.25
/**
 * A store that reports orders daily and then none for a week, despite many clicks, has probably lost a subscription.
 */
const SILENT_DAYS = 7
const CLICKS_MEANWHILE = 100
const MENDED = 'no longer applies'

interface Figures {
  partnerId: string
  orders: number
  cancelled: number
  clicks: number
  pastOrders: number
  pastClicks: number
  silentClicks: number
  silentOrders: number
}

/**
 * Raises flags, with the figures, for stores that probably do not report all sales. Closes them once the figures
 * recover. Has no other effect on the store. Runs daily.
 * @returns the number of raised flags
 */
export async function watchStores(db: Db, now = new Date(), signal?: AbortSignal): Promise<number> {
  let raised = 0
  for (const figures of await listFigures(db, now)) {
    if (signal?.aborted) break
    const found = judge(figures)
    const open = await db.conversionFlag.findMany({
      where: { partnerId: figures.partnerId, conversionId: null, resolvedAt: null },
    })
    for (const [kind, evidence] of found) {
      if (open.some((flag) => flag.kind === kind)) continue
      await db.conversionFlag.create({ data: { partnerId: figures.partnerId, kind, evidence, raisedAt: now } })
      raised++
    }
    const mended = open.filter(({ kind }) => !found.has(kind as FlagKind)).map(({ id }) => id)
    await db.conversionFlag.updateMany({
      where: { id: { in: mended } },
      data: { resolvedAt: now, resolution: MENDED },
    })
  }
  return raised
}

function judge(figures: Figures): Map<FlagKind, Prisma.InputJsonObject> {
  const { orders, cancelled, clicks, pastOrders, pastClicks, silentClicks, silentOrders } = figures
  const found = new Map<FlagKind, Prisma.InputJsonObject>()
  if (orders >= MIN_ORDERS && cancelled > orders * MAX_CANCELLED_SHARE)
    found.set('cancelled_without_refund', { orders, cancelled, days: RECENT_DAYS })
  const isEnough = clicks >= MIN_CLICKS && pastClicks >= MIN_CLICKS && pastOrders >= MIN_ORDERS
  if (isEnough && orders / clicks < (pastOrders / pastClicks) * LEFT_OF_RATIO)
    found.set('fewer_sales_per_click', { orders, clicks, pastOrders, pastClicks, days: RECENT_DAYS })
  if (silentOrders === 0 && silentClicks >= CLICKS_MEANWHILE && pastOrders >= MIN_ORDERS)
    found.set('silent_store', { clicks: silentClicks, days: SILENT_DAYS })
  return found
}

/** Counts orders and clicks of every store with recent sales, in the last days and in the period before. */
function listFigures(db: Db, now: Date): Promise<Figures[]> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const [recent, past, silent] = [daysAgo(RECENT_DAYS), daysAgo(RECENT_DAYS + PAST_DAYS), daysAgo(SILENT_DAYS)]
  return db.$queryRaw<Figures[]>`
    SELECT s.partner_id AS "partnerId", s.orders, s.cancelled, s.past_orders AS "pastOrders", s.silent_orders AS "silentOrders",
      k.clicks, k.past_clicks AS "pastClicks", k.silent_clicks AS "silentClicks"
    FROM (
      SELECT partner_id, count(*) FILTER (WHERE ordered_at >= ${recent})::int AS orders,
        count(*) FILTER (WHERE ordered_at >= ${recent} AND cancelled_at IS NOT NULL AND paid_at IS NOT NULL AND refunded_minor = 0)::int AS cancelled,
        count(*) FILTER (WHERE ordered_at < ${recent})::int AS past_orders,
        count(*) FILTER (WHERE created_at >= ${silent})::int AS silent_orders
      FROM conversions WHERE ordered_at >= ${past} AND NOT is_test AND match_level IS NOT NULL GROUP BY partner_id
    ) s CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE clicked_at >= ${recent})::int AS clicks, count(*) FILTER (WHERE clicked_at < ${recent})::int AS past_clicks,
        count(*) FILTER (WHERE clicked_at >= ${silent})::int AS silent_clicks
      FROM outbound_clicks WHERE partner_id = s.partner_id AND clicked_at >= ${past} AND is_valid
    ) k`
}
