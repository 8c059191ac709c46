import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rollUpAnalytics } from '#server/analytics/roll-up.ts'
import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { drawnHistory, play } from '#tests/analytics/random-histories.ts'
import { createPartner } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { exportMarket } from './export-market.service.ts'
import { getMarketFigures } from './figures.service.ts'
import type { MarketFigures } from './market.types.ts'
import { getMarketProducts } from './products.service.ts'

const database = useTestDatabase()
const WORLDS = Number(process.env.HISTORIES ?? 5)

test(
  "figures equal a direct count of all partners' rows, before and after a roll-up",
  { timeout: 300_000 },
  async () => {
    const { db } = database
    await fc.assert(
      fc.asyncProperty(drawnHistory, fc.array(drawnHistory, { minLength: 1, maxLength: 2 }), async (first, others) => {
        const { now, period } = first
        for (const history of [first, ...others]) {
          const { id } = await createPartner(db, { currency: 'GBP', timeZone: history.timeZone })
          await play(db, id, { ...history, now })
        }
        const expectCounted = async () => {
          const figures = await getMarketFigures({ db }, { period }, now)
          expect(withoutOrder(figures)).toEqual(withoutOrder(await recount(db, figures)))
          expect(await getMarketProducts({ db }, { period }, now)).toEqual(await recountProducts(db, figures))
        }
        await expectCounted()
        await rollUpAnalytics(db, new Date(now.getTime() + DAY_MS))
        await expectCounted()
      }),
      { numRuns: WORLDS, endOnFailure: true },
    )
    const { csv } = await exportMarket({ db }, { period: 'month' }, new Date())
    expect(csv.split('\r\n')[0]).toContain('Time (UTC)')
  },
)

test('figures are zero for an empty market', async () => {
  const far = new Date('2040-01-01T00:00:00Z')
  const figures = await getMarketFigures({ db: database.db }, { period: 'year' }, far)
  expect(figures).toMatchObject({
    views: { now: 0, before: 0 },
    viewToClick: null,
    topPartners: [],
    fadingPartners: [],
  })
  expect(figures.commission).toEqual([{ currency: 'USD', minor: { now: 0, before: 0 }, sales: 0, states: [] }])
  expect(figures.points).toHaveLength(12)
})

/** Sorts currencies, because several may have the same number of sales. */
const withoutOrder = ({ commission, points, pointsBefore, ...figures }: MarketFigures) => ({
  ...figures,
  commission: commission.toSorted((a, b) => (a.currency < b.currency ? -1 : 1)),
  points: points.map(sortedCommission),
  pointsBefore: pointsBefore.map(sortedCommission),
})
const sortedCommission = (point: MarketFigures['points'][number]) => ({
  ...point,
  commission: point.commission.toSorted((a, b) => (a.currency < b.currency ? -1 : 1)),
})

type Time = { from: Date; to: Date }
const within = (at: Date, { from, to }: Time) => at >= from && at < to
const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
const percent = (part: number, whole: number) => (whole ? Math.round((part / whole) * 10_000) / 100 : null)

async function readRows(db: Db) {
  const entries = await db.commissionEntry.findMany()
  const sales = await db.conversion.findMany({
    where: { status: { notIn: ['tracked', 'cancelled'] } },
    include: { lines: true },
  })
  return {
    partners: await db.partner.findMany(),
    views: await db.productView.findMany(),
    clicks: await db.outboundClick.findMany({ where: { isValid: true } }),
    sales: sales.map((sale) => ({
      ...sale,
      owed: sum(
        entries.filter(({ conversionId }) => conversionId === sale.id).map((entry) => Number(entry.amountMinor)),
      ),
    })),
  }
}

async function recount(db: Db, given: MarketFigures): Promise<MarketFigures> {
  const { partners, views, clicks, sales } = await readRows(db)
  const [now, before] = [
    { from: given.from, to: given.asOf },
    { from: given.previousFrom, to: given.from },
  ]
  const both = (count: (time: Time) => number) => ({ now: count(now), before: count(before) })
  const viewsIn = (time: Time) => views.filter(({ viewedAt }) => within(viewedAt, time)).length
  const clicksIn = (time: Time) => clicks.filter(({ clickedAt }) => within(clickedAt, time)).length
  const salesIn = (time: Time) => sales.filter(({ orderedAt }) => within(orderedAt, time))
  const owedIn = (currency: string, time: Time) =>
    sum(
      salesIn(time)
        .filter((sale) => sale.ledgerCurrency === currency)
        .map(({ owed }) => owed),
    )
  const currencies = [
    ...new Set([...salesIn(now), ...salesIn(before)].flatMap(({ ledgerCurrency }) => ledgerCurrency ?? [])),
  ]
  const commission = currencies.map((currency) => {
    const own = salesIn(now).filter((sale) => sale.ledgerCurrency === currency)
    const statuses = (['pending', 'confirmed', 'invoiced', 'paid', 'hold', 'disputed'] as const).filter((status) =>
      own.some((sale) => sale.status === status),
    )
    return {
      currency,
      minor: both((time) => owedIn(currency, time)),
      sales: own.length,
      states: statuses.map((status) => {
        const some = own.filter((sale) => sale.status === status)
        return { status, sales: some.length, minor: sum(some.map(({ owed }) => owed)) }
      }),
    }
  })
  const points = (bars: MarketFigures['points']) =>
    bars.map((bar) => ({
      ...bar,
      views: viewsIn(bar),
      clicks: clicksIn(bar),
      sales: salesIn(bar).length,
      commission: currencies
        .filter((currency) => salesIn(bar).some((sale) => sale.ledgerCurrency === currency))
        .map((currency) => ({ currency, minor: owedIn(currency, bar) })),
    }))
  const moving = partners.map(({ id, businessName }) => ({
    id,
    name: businessName,
    sales: both((time) => salesIn(time).filter(({ partnerId }) => partnerId === id).length),
    clicks: both(
      (time) => clicks.filter(({ partnerId, clickedAt }) => partnerId === id && within(clickedAt, time)).length,
    ),
  }))
  const lost = ({ clicks: { now: present, before: earlier } }: (typeof moving)[number]) => earlier - present
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
  return {
    ...given,
    views: both(viewsIn),
    clicks: both(clicksIn),
    sales: both((time) => salesIn(time).length),
    viewToClick: percent(clicksIn(now), viewsIn(now)),
    clickToSale: percent(salesIn(now).length, clicksIn(now)),
    commission: commission.length ? commission : given.commission,
    points: points(given.points),
    pointsBefore: points(given.pointsBefore),
    partners: {
      joined: both((time) => partners.filter(({ createdAt }) => within(createdAt, time)).length),
      open: partners.filter(({ verificationStatus, isPaused }) => verificationStatus === 'approved' && !isPaused)
        .length,
      waiting: partners.filter(({ verificationStatus }) => verificationStatus === 'pending').length,
      selling: {
        now: moving.filter((partner) => partner.sales.now > 0).length,
        before: moving.filter((partner) => partner.sales.before > 0).length,
      },
    },
    topPartners: moving
      .filter((partner) => partner.sales.now > 0 || partner.clicks.now > 0)
      .sort((a, b) => b.sales.now - a.sales.now || b.clicks.now - a.clicks.now || byId(a, b))
      .slice(0, 5),
    fadingPartners: moving
      .filter((partner) => lost(partner) > 0)
      .sort((a, b) => lost(b) - lost(a) || byId(a, b))
      .slice(0, 5),
  }
}

async function recountProducts(db: Db, { from, asOf, previousFrom }: MarketFigures) {
  const { sales } = await readRows(db)
  const ids = [...new Set(sales.flatMap(({ lines }) => lines.flatMap(({ productId }) => productId ?? [])))]
  const sold = (id: string, time: Time) =>
    sales.filter((sale) => within(sale.orderedAt, time) && sale.lines.some(({ productId }) => productId === id)).length
  const all = ids.map((id) => ({
    id,
    name: null,
    partner: '',
    sales: sold(id, { from, to: asOf }),
    salesBefore: sold(id, { from: previousFrom, to: from }),
  }))
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
  const lost = (each: (typeof all)[number]) => each.salesBefore - each.sales
  return {
    top: all
      .filter((each) => each.sales > 0)
      .sort((a, b) => b.sales - a.sales || b.salesBefore - a.salesBefore || byId(a, b))
      .slice(0, 5),
    fading: all
      .filter((each) => lost(each) > 0)
      .sort((a, b) => lost(b) - lost(a) || b.salesBefore - a.salesBefore || byId(a, b))
      .slice(0, 5),
  }
}
