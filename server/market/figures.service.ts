import type { Prisma } from '#prisma/generated/client.ts'
import { countSales, type SaleSum } from '#server/analytics/counted-sales.ts'
import { percentOf } from '#server/analytics/metrics.values.ts'
import {
  getMarketRollups,
  listMarketSales,
  listMarketTraffic,
  type MarketRollups,
} from '#server/analytics/market-sums.ts'
import { inOneSnapshot } from '#server/analytics/one-snapshot.ts'
import { barsBefore, barsOf, spanOf, type Bar } from '#server/analytics/span.ts'
import type { Ask } from '#server/platform/ask.ts'
import { OPEN } from '#server/platform/listed.ts'
import { NEXT_STATUSES, type ConversionStatus } from '#server/sales/lifecycle.values.ts'
import type { Change, CommissionIn, MarketFigures, MarketPoint, MovingPartner } from './market.types.ts'
import type { MarketInput } from './market.schema.ts'

const MAX_PARTNERS = 5
const STATUSES = Object.keys(NEXT_STATUSES) as ConversionStatus[]
/** The currency for a market without sales. */
const BASE_CURRENCY = 'USD'

type PartnerSums = Map<string, { sales: Change; clicks: Change }>

/**
 * Returns the totals of all partners for a period that ends now, from the partners' rollups and from one snapshot.
 * Times are UTC, amounts in minor units. market.values.ts defines every figure.
 */
export function getMarketFigures(
  { db }: Pick<Ask, 'db'>,
  { period }: MarketInput,
  now = new Date(),
): Promise<MarketFigures> {
  return inOneSnapshot(db, async (tx) => {
    const span = spanOf(period, now, 'UTC')
    const { from, to, previousFrom } = span
    const rollups = await getMarketRollups(tx)
    const compared = [
      { from, to },
      { from: previousFrom, to: from },
    ]
    const sales = await listMarketSales(tx, rollups, compared, { byPartner: true })
    const traffic = await listMarketTraffic(tx, rollups, compared, { byPartner: true })
    const views = changeOf((n) => sum(traffic.filter((row) => row.n === n).map((row) => row.views)))
    const clicks = changeOf((n) => sum(traffic.filter((row) => row.n === n).map((row) => row.clicks)))
    const sold = changeOf((n) => countSales(sales.filter((row) => row.n === n)))
    const partners: PartnerSums = new Map()
    const ofPartner = (id: string) => {
      const known = partners.get(id) ?? { sales: { now: 0, before: 0 }, clicks: { now: 0, before: 0 } }
      partners.set(id, known)
      return known
    }
    for (const row of sales) ofPartner(row.partnerId ?? '').sales[row.n === 0 ? 'now' : 'before'] += countSales([row])
    for (const row of traffic) ofPartner(row.partnerId ?? '').clicks[row.n === 0 ? 'now' : 'before'] += row.clicks
    const bars = barsOf(period, span)
    return {
      asOf: now,
      from,
      previousFrom,
      views,
      clicks,
      sales: sold,
      viewToClick: percentOf(clicks.now, views.now),
      clickToSale: percentOf(sold.now, clicks.now),
      commission: commissionOf(sales),
      points: await listPoints(tx, rollups, bars, now),
      pointsBefore: await listPoints(tx, rollups, barsBefore(bars, period, span), now),
      partners: { ...(await countPartners(tx, compared)), selling: changeOf((n) => sellers(partners, n)) },
      ...(await movingPartners(tx, partners)),
    }
  })
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
const changeOf = (count: (n: number) => number): Change => ({ now: count(0), before: count(1) })
const sellers = (partners: PartnerSums, n: number): number =>
  [...partners.values()].filter(({ sales }) => (n === 0 ? sales.now : sales.before) > 0).length

/** Sums the commission by ledger currency, most sales first. Leaves out sales without a commission. */
function commissionOf(sales: ReadonlyArray<SaleSum & { n: number }>): CommissionIn[] {
  const counted = sales.filter((row) => countSales([row]) > 0 && row.ledgerCurrency !== '')
  const currencies = [...new Set(counted.map(({ ledgerCurrency }) => ledgerCurrency))].sort()
  const all = currencies.map((currency): CommissionIn => {
    const inCurrency = counted.filter(({ ledgerCurrency }) => ledgerCurrency === currency)
    const present = inCurrency.filter(({ n }) => n === 0)
    const states = STATUSES.map((status) => {
      const some = present.filter((row) => row.status === status)
      return { status, sales: sum(some.map((row) => row.sales)), minor: sum(some.map((row) => row.commissionMinor)) }
    })
    return {
      currency,
      minor: changeOf((n) => sum(inCurrency.filter((row) => row.n === n).map((row) => row.commissionMinor))),
      sales: sum(present.map((row) => row.sales)),
      states: states.filter((state) => state.sales > 0),
    }
  })
  if (!all.length) return [{ currency: BASE_CURRENCY, minor: { now: 0, before: 0 }, sales: 0, states: [] }]
  return all.sort((a, b) => b.sales - a.sales)
}

async function listPoints(
  tx: Prisma.TransactionClient,
  rollups: MarketRollups,
  bars: Bar[],
  now: Date,
): Promise<MarketPoint[]> {
  const sales = await listMarketSales(tx, rollups, bars)
  const traffic = await listMarketTraffic(tx, rollups, bars)
  return bars.map((bar, at) => {
    const sold = sales.filter((row) => row.n === at)
    const commission = commissionOf(sold.map((row) => ({ ...row, n: 0 }))).filter(({ sales: some }) => some > 0)
    const { views = 0, clicks = 0 } = traffic.find((row) => row.n === at) ?? {}
    return {
      ...bar,
      views,
      clicks,
      sales: countSales(sold),
      commission: commission.map(({ currency, minor }) => ({ currency, minor: minor.now })),
      isUnfinished: bar.to.getTime() === now.getTime(),
    }
  })
}

async function countPartners(tx: Prisma.TransactionClient, [now, before]: Array<{ from: Date; to: Date }>) {
  const joinedIn = (time: { from: Date; to: Date } | undefined) =>
    tx.partner.count({ where: { createdAt: { gte: time?.from ?? new Date(0), lt: time?.to ?? new Date(0) } } })
  const [counts] = await tx.$queryRaw<Array<{ open: number; waiting: number }>>`
    SELECT (count(*) FILTER (WHERE ${OPEN}))::int AS open, (count(*) FILTER (WHERE s.verification_status = 'pending'))::int AS waiting
    FROM partners s`
  return {
    joined: { now: await joinedIn(now), before: await joinedIn(before) },
    ...(counts ?? { open: 0, waiting: 0 }),
  }
}

async function movingPartners(
  tx: Prisma.TransactionClient,
  sums: PartnerSums,
): Promise<Pick<MarketFigures, 'topPartners' | 'fadingPartners'>> {
  const all = [...sums].map(([id, each]) => ({ id, ...each, lost: each.clicks.before - each.clicks.now }))
  const sameOrder = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
  const top = all
    .filter(({ sales, clicks }) => sales.now > 0 || clicks.now > 0)
    .sort((a, b) => b.sales.now - a.sales.now || b.clicks.now - a.clicks.now || sameOrder(a, b))
    .slice(0, MAX_PARTNERS)
  const fading = all
    .filter(({ lost }) => lost > 0)
    .sort((a, b) => b.lost - a.lost || sameOrder(a, b))
    .slice(0, MAX_PARTNERS)
  const ids = [...new Set([...top, ...fading].map(({ id }) => id))]
  const named = await tx.partner.findMany({ where: { id: { in: ids } }, select: { id: true, businessName: true } })
  const names = new Map(named.map(({ id, businessName }) => [id, businessName]))
  const shown = ({ id, sales, clicks }: (typeof all)[number]): MovingPartner => ({
    id,
    sales,
    clicks,
    name: names.get(id) ?? '',
  })
  return { topPartners: top.map(shown), fadingPartners: fading.map(shown) }
}
