import type { Prisma } from '#prisma/generated/client.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { ACTIVE } from '#server/platform/listed.ts'
import { datesOf, type PeriodChoice } from '#server/platform/period.schema.ts'
import type { AnalyticsFigures, Compared, Span } from './analytics.types.ts'
import type { FiguresInput } from './analytics.schema.ts'
import { countSales, netIn, revenueOf } from './counted-sales.ts'
import { startBefore, weekdayOf } from './local-clock.ts'
import { percentOf } from './metrics.values.ts'
import { inOneSnapshot } from './one-snapshot.ts'
import { comparedStretches, EVER, getPartSums } from './get-part-sums.ts'
import { getMeasuredPartner } from './get-measured-partner.ts'
import { pointsOf } from './chart-points.ts'
import type { Stretch, TrafficSum } from './list-sums.ts'
import { barsBefore, barsOf, daysBefore, lastBars, spanOf } from './span.ts'
import { getTierProgress } from './tier-progress.ts'
import { listTopProducts } from './top-products.ts'
import { inTurnOfDates } from './turns-of-dates.ts'

const DAYS = 7

/** Returns the bars of the chart: the last seven days for a named period, or the days or months between two dates. */
function chartOf(choice: PeriodChoice, span: Span, now: Date) {
  if (datesOf(choice)) {
    const bars = barsOf(choice, span)
    return { bars, earlier: barsBefore(bars, choice, span) }
  }
  const bars = lastBars('day', DAYS, now, span.timeZone)
  return { bars, earlier: daysBefore(DAYS, bars[0]?.from ?? now, span.timeZone) }
}

/**
 * Returns the figures at the top of the Analytics page, from one snapshot. Amounts in minor units of the partner's
 * currency; metrics.values.ts defines every figure.
 * @throws TooMuchAsked as `inTurnOfDates`
 */
export function getAnalytics(
  { db, partner: { id } }: Pick<PartnerAsk, 'db' | 'partner'>,
  { period }: FiguresInput,
  now = new Date(),
): Promise<AnalyticsFigures> {
  return inTurnOfDates(id, period, () => inOneSnapshot(db, (tx) => getFigures(tx, id, period, now)))
}

async function getFigures(
  tx: Prisma.TransactionClient,
  id: string,
  period: PeriodChoice,
  now: Date,
): Promise<AnalyticsFigures> {
  const partner = await getMeasuredPartner(tx, id)
  const { currency, timeZone } = partner
  const span = spanOf(period, now, timeZone)
  const { bars, earlier } = chartOf(period, span, now)
  const read = await getPartSums(tx, partner, {
    compared: comparedStretches(span),
    present: presentStretches(now, timeZone),
    days: bars,
    before: earlier,
    ever: [EVER],
  })
  const [sold = [], before = [], yearAgo = []] = read.compared.sales
  const [today = 0, thisWeek = 0, thisMonth = 0] = read.present.sales.map(countSales)
  const shown = { currency, now }
  const views = compare(read.compared.traffic, 'views')
  const clicks = compare(read.compared.traffic, 'clicks')
  return {
    asOf: now,
    span,
    hasAny: read.ever.sales.some((sums) => countSales(sums) > 0),
    tier: await getTierProgress(tx, partner, now),
    revenue: revenueOf(currency, sold, before, yearAgo),
    pendingMinor: netIn(currency, sold, ['pending']).netMinor,
    paidMinor: netIn(currency, sold, ['paid']).netMinor,
    sales: { now: countSales(sold), before: countSales(before), yearAgo: countSales(yearAgo) },
    salesToday: today,
    salesThisWeek: thisWeek,
    salesThisMonth: thisMonth,
    views,
    clicks,
    clickRate: percentOf(clicks.now, views.now),
    products: await countProducts(tx, id),
    days: pointsOf(bars, read.days.sales, read.days.traffic, shown),
    daysBefore: pointsOf(earlier, read.before.sales, read.before.traffic, shown),
    top: await listTopProducts(tx, partner, period, span),
  }
}

/** Returns the current day, week (from Monday) and month of the zone, up to now. */
function presentStretches(now: Date, timeZone: string): Stretch[] {
  const since = (moment: number): Stretch => ({ from: new Date(moment), to: now })
  const at = now.getTime()
  return [
    since(startBefore('day', timeZone, at, 0)),
    since(startBefore('day', timeZone, at, weekdayOf(timeZone, at))),
    since(startBefore('month', timeZone, at, 0)),
  ]
}

const compare = ([now, before, yearAgo]: TrafficSum[], name: keyof TrafficSum): Compared => ({
  now: now?.[name] ?? 0,
  before: before?.[name] ?? 0,
  yearAgo: yearAgo?.[name] ?? 0,
})

async function countProducts(tx: Prisma.TransactionClient, partnerId: string) {
  // eslint-disable-next-line house/listed-products -- the partner's own products, including drafts
  const [row] = await tx.$queryRaw<Array<{ active: number; total: number }>>`
    SELECT (count(*) FILTER (WHERE ${ACTIVE}))::int AS active, count(*)::int AS total
    FROM products p WHERE p.partner_id = ${partnerId}::uuid AND p.deleted_at IS NULL`
  return row ?? { active: 0, total: 0 }
}
