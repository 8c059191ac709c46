import { expect, test } from 'vitest'
import type { ConversionStatus } from '#prisma/generated/enums.ts'
import { createClick, createPartnerAsk, createProduct, createView } from '#tests/factories.ts'
import { countViews } from '#server/outbound/view-counts.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { getProductsOverview } from './overview.service.ts'

const database = useTestDatabase()
const NOW = new Date('2026-06-15T12:00:00Z')
const DAYS_AGO = (days: number) => new Date(NOW.getTime() - days * 86_400_000)

interface Order {
  partnerId: string
  name: string
  at?: Date
  status?: ConversionStatus
  currency?: string
  lines: Array<{ productId: string | null; netMinor: number; refundedMinor?: number }>
}

async function createOrder({ partnerId, name, at = DAYS_AGO(1), status = 'pending', currency = 'USD', lines }: Order) {
  const zero = { subtotalMinor: 0, discountMinor: 0, taxMinor: 0, shippingMinor: 0, refundedMinor: 0 }
  await database.db.conversion.create({
    data: {
      partnerId,
      source: 'shopify',
      externalId: name,
      orderName: name,
      currency,
      status,
      orderedAt: at,
      sourceUpdatedAt: at,
      ...zero,
      commissionableMinor: 0,
      netMinor: 0,
      lines: {
        create: lines.map((line, place) => ({
          externalId: String(place),
          title: `Line ${place} of ${name}`,
          quantity: 1,
          priceMinor: line.netMinor,
          discountMinor: 0,
          includedTaxMinor: 0,
          place,
          ...line,
        })),
      },
    },
  })
}

test('best sellers are the products with the most revenue from valid sales in the period', async () => {
  const { db } = database
  const ask = await createPartnerAsk(db, { currency: 'USD' })
  const partnerId = ask.partner.id
  const [coat, dress, hat] = [
    await createProduct(db, { partnerId, name: 'Coat' }),
    await createProduct(db, { partnerId, name: 'Dress' }),
    await createProduct(db, { partnerId, name: 'Hat' }),
  ]
  const own = { partnerId }
  await createOrder({ ...own, name: '#1', lines: [{ productId: dress.id, netMinor: 5_000, refundedMinor: 2_000 }] })
  await createOrder({
    ...own,
    name: '#2',
    status: 'paid',
    at: DAYS_AGO(2),
    lines: [
      { productId: coat.id, netMinor: 4_000 },
      { productId: dress.id, netMinor: 500 },
      { productId: null, netMinor: 9_000 },
    ],
  })
  // Sales that do not count: in another currency, cancelled, not attributed, too old or of another partner.
  await createOrder({ ...own, name: '#3', currency: 'EUR', lines: [{ productId: hat.id, netMinor: 90_000 }] })
  await createOrder({ ...own, name: '#4', status: 'cancelled', lines: [{ productId: coat.id, netMinor: 70_000 }] })
  await createOrder({ ...own, name: '#5', status: 'tracked', lines: [{ productId: coat.id, netMinor: 70_000 }] })
  await createOrder({ ...own, name: '#6', at: DAYS_AGO(40), lines: [{ productId: coat.id, netMinor: 70_000 }] })
  const other = await createPartnerAsk(db)
  await createOrder({ partnerId: other.partner.id, name: '#7', lines: [{ productId: coat.id, netMinor: 70_000 }] })

  const { figures, topSelling, activities } = await getProductsOverview(ask, { period: 'month' }, NOW)
  expect(figures.sold).toBe(3)
  expect(topSelling.map(({ name, sales, revenueMinor }) => [name, sales, revenueMinor])).toEqual([
    ['Coat', 1, 4_000],
    ['Dress', 2, 3_500],
    ['Hat', 1, 0],
  ])
  expect(activities.map(({ type, productName }) => [type, productName])).toEqual([
    ['sold', 'Line 0 of #1'],
    ['sold', 'Line 0 of #3'],
    ['sold', 'Line 0 of #2'],
    ['sold', 'Line 0 of #6'],
  ])
})

test('low performers are active products with views but no sales, sorted by views without a click', async () => {
  const { db } = database
  const ask = await createPartnerAsk(db, { currency: 'USD' })
  const own = { partnerId: ask.partner.id }
  const viewed = async (name: string, views: number, clicks: number, given: object = {}) => {
    const product = await createProduct(db, { ...own, name, ...given })
    for (let n = 0; n < views; n++) await createView(db, product, { viewedAt: DAYS_AGO(2) })
    for (let n = 0; n < clicks; n++) await createClick(db, product, { clickedAt: DAYS_AGO(2) })
    return product
  }
  await viewed('Clicked', 6, 5)
  await viewed('Ignored', 4, 0)
  await viewed('Rarely clicked', 9, 2)
  await viewed('Draft', 9, 0, { status: 'draft' })
  await viewed('Not viewed', 0, 0)
  const sold = await viewed('Sold', 20, 1)
  const returned = await viewed('Cancelled', 3, 1)
  await createView(db, await createProduct(db, { ...own, name: 'Viewed long ago' }), { viewedAt: DAYS_AGO(60) })
  await createOrder({ ...own, name: '#20', lines: [{ productId: sold.id, netMinor: 100 }] })
  await createOrder({ ...own, name: '#21', status: 'cancelled', lines: [{ productId: returned.id, netMinor: 100 }] })
  const { lowPerformers } = await getProductsOverview(ask, { period: 'month' }, NOW)
  expect(lowPerformers.map(({ name, views, clicks }) => [name, views, clicks])).toEqual([
    ['Rarely clicked', 9, 2],
    ['Ignored', 4, 0],
    ['Cancelled', 3, 1],
    ['Clicked', 6, 5],
  ])
  await countViews(db, NOW)
  expect((await getProductsOverview(ask, { period: 'month' }, NOW)).lowPerformers).toEqual(lowPerformers)
})
