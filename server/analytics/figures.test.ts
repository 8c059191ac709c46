import { expect, test } from 'vitest'
import { createClick, createView } from '#tests/factories.ts'
import { recordOrder } from '#server/sales/record-order.ts'
import { createSeller, ORDERED, signal, storeLine, storeOrder } from '#tests/setup/sales.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { getAnalytics } from './overview.service.ts'
import { rollUpAnalytics } from './roll-up.ts'
import { getSalesFigures } from './sales-figures.service.ts'

const database = useTestDatabase()
const NOW = new Date(ORDERED.getTime() + 5 * 3_600_000)

test('includes a new sale immediately, and shows the same figures after the roll-up', async () => {
  const { db } = database
  const { partner, product, click } = await createSeller(db, { currency: 'GBP' })
  const { id: clickId } = await click()
  await createClick(db, product, { clickedAt: ORDERED, isValid: false, invalidReason: 'bot' })
  await createView(db, product, { viewedAt: new Date(ORDERED.getTime() - 3_700_000) })
  const order = storeOrder({
    customerHash: 'ab'.repeat(32),
    lines: [storeLine({ productId: null, quantity: 2 })],
    signals: [signal({ clickId })],
  })
  await recordOrder(db, partner.id, order, ORDERED)
  await db.conversionLine.updateMany({ data: { productId: product.id } })
  const ask = { db, partner }
  const fresh = {
    sales: await getSalesFigures(ask, { period: 'month' }, NOW),
    overview: await getAnalytics(ask, { period: 'week' }, NOW),
  }
  expect(fresh.sales).toMatchObject({
    hasAny: true,
    sales: { now: 1, before: 0, yearAgo: 0 },
    conversionRate: 100,
    revenue: { currency: 'GBP', now: 20_000, before: 0, others: [] },
    averageOrderMinor: 20_000,
    commission: { currency: 'GBP', now: 2_000 },
    pendingCommission: { minor: 2_000, others: [] },
    customers: { total: 1, isNew: 1 },
    payment: {
      currency: 'GBP',
      pending: { minor: 2_000, others: [] },
      processing: { minor: 0, others: [] },
      paid: { minor: 0, others: [] },
    },
    top: [{ id: product.id, name: product.name, sales: 1, revenueMinor: 20_000, views: 1, clicks: 1 }],
  })
  expect(fresh.sales.points.at(-1)).toMatchObject({
    label: '2026-09-10',
    sales: 1,
    views: 1,
    clicks: 1,
    isUnfinished: true,
  })
  expect(fresh.sales.months.map(({ label, sales }) => [label, sales])).toEqual([
    ...['2026-04', '2026-05', '2026-06', '2026-07', '2026-08'].map((label) => [label, 0]),
    ['2026-09', 1],
  ])
  expect(fresh.overview).toMatchObject({
    hasAny: true,
    tier: { unit: 'value', position: 0, current: 0, missing: 2_500_000 },
    pendingMinor: 20_000,
    salesToday: 1,
    views: { now: 1 },
    clicks: { now: 1 },
    clickRate: 100,
    products: { active: 1, total: 1 },
  })
  expect(await rollUpAnalytics(db, NOW)).toBe(true)
  expect(await db.staleQuarter.count()).toBe(0)
  expect(await getSalesFigures(ask, { period: 'month' }, NOW)).toEqual(fresh.sales)
  expect(await getAnalytics(ask, { period: 'week' }, NOW)).toEqual(fresh.overview)
})

test('shows commission owed under an earlier plan in the currency of that plan', async () => {
  const { db } = database
  const { partner, click } = await createSeller(db, { currency: 'EUR' })
  const { id: clickId } = await click()
  await recordOrder(db, partner.id, storeOrder({ signals: [signal({ clickId })] }), ORDERED)
  const plan = { name: 'In euros', version: 1, basis: 'sales_value', currency: 'EUR' } as const
  const tiers = { create: { name: 'All', fromValue: 0, rateBps: 1_000 } }
  const { id: planId } = await db.commissionPlan.create({ data: { id: crypto.randomUUID(), ...plan, tiers } })
  await db.partnerAgreement.create({
    data: { partnerId: partner.id, planId, termsVersion: '2026-11-23', acceptedAt: ORDERED },
  })
  const before = { minor: 0, others: [{ currency: 'GBP', minor: 1_000 }] }
  expect(await getSalesFigures({ db, partner }, { period: 'month' }, NOW)).toMatchObject({
    pendingCommission: before,
    payment: { currency: 'EUR', pending: before, processing: { minor: 0, others: [] }, paid: { minor: 0, others: [] } },
  })
})

test('shows zeros for a store without data', async () => {
  const { partner } = await createSeller(database.db)
  const figures = await getSalesFigures({ db: database.db, partner }, { period: 'year' }, NOW)
  expect(figures).toMatchObject({
    hasAny: false,
    conversionRate: null,
    averageOrderMinor: null,
    customers: { total: 0, isNew: 0 },
    top: [],
  })
})
