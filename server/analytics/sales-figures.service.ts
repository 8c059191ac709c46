import type { Prisma } from '#prisma/generated/client.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import type { PeriodChoice } from '#server/platform/period.schema.ts'
import type { SalesFigures } from './analytics.types.ts'
import type { FiguresInput } from './analytics.schema.ts'
import { compareCommission, countSales, netIn, owedOf, revenueOf } from './counted-sales.ts'
import { countCustomers } from './customers.ts'
import { inOneSnapshot } from './one-snapshot.ts'
import { comparedStretches, EVER, getPartSums } from './get-part-sums.ts'
import { getOverdue, getPaymentSummary } from './payment-summary.ts'
import { getMeasuredPartner } from './get-measured-partner.ts'
import { pointsOf } from './chart-points.ts'
import { percentOf } from './metrics.values.ts'
import { barsBefore, barsOf, lastBars, spanOf } from './span.ts'
import { listTopProducts } from './top-products.ts'
import { inTurnOfDates } from './turns-of-dates.ts'

const MONTHS = 6
const PAYOUT_DAY = 15

/**
 * Returns the figures at the top of the Sales page, by order time, in their current state and from one snapshot.
 * Amounts in minor units; metrics.values.ts defines every figure.
 * @throws TooMuchAsked as `inTurnOfDates`
 */
export function getSalesFigures(
  { db, partner: { id } }: Pick<PartnerAsk, 'db' | 'partner'>,
  { period }: FiguresInput,
  now = new Date(),
): Promise<SalesFigures> {
  return inTurnOfDates(id, period, () => inOneSnapshot(db, (tx) => getFigures(tx, id, period, now)))
}

async function getFigures(
  tx: Prisma.TransactionClient,
  id: string,
  period: PeriodChoice,
  now: Date,
): Promise<SalesFigures> {
  const partner = await getMeasuredPartner(tx, id)
  const { currency, ledgerCurrency, timeZone } = partner
  const span = spanOf(period, now, timeZone)
  const bars = barsOf(period, span)
  const earlier = barsBefore(bars, period, span)
  const lastMonths = lastBars('month', MONTHS, now, timeZone)
  const read = await getPartSums(tx, partner, {
    compared: comparedStretches(span),
    points: bars,
    before: earlier,
    months: lastMonths,
    ever: [EVER],
  })
  const [sold = [], before = [], yearAgo = []] = read.compared.sales
  const [ever = []] = read.ever.sales
  const sales = { now: countSales(sold), before: countSales(before), yearAgo: countSales(yearAgo) }
  const ownSales = netIn(currency, sold)
  const shown = { currency, now }
  return {
    asOf: now,
    span,
    hasAny: countSales(ever) > 0,
    sales,
    conversionRate: percentOf(sales.now, read.compared.traffic[0]?.clicks ?? 0),
    revenue: revenueOf(currency, sold, before, yearAgo),
    averageOrderMinor: ownSales.sales ? Math.round(ownSales.netMinor / ownSales.sales) : null,
    commission: compareCommission(ledgerCurrency, sold, before, yearAgo),
    pendingCommission: owedOf(ledgerCurrency, sold, ['pending']),
    customers: await countCustomers(tx, id, span),
    payment: {
      currency: ledgerCurrency,
      pending: owedOf(ledgerCurrency, ever, ['pending']),
      ...(await getPaymentSummary(tx, id, ledgerCurrency)),
      overdue: await getOverdue(tx, id, now),
      nextPayoutOn: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, PAYOUT_DAY)),
    },
    months: pointsOf(lastMonths, read.months.sales, read.months.traffic, shown),
    points: pointsOf(bars, read.points.sales, read.points.traffic, shown),
    pointsBefore: pointsOf(earlier, read.before.sales, read.before.traffic, shown),
    top: await listTopProducts(tx, partner, period, span),
  }
}
