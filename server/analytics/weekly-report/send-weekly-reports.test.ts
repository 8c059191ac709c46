import { expect, test } from 'vitest'
import { updateStoreNotices } from '#server/partners/settings/preferences.service.ts'
import { STORE_NOTICES } from '#server/partners/settings/preferences-values.schema.ts'
import { periodRange } from '#server/platform/period.schema.ts'
import { recordOrder } from '#server/sales/record-order.ts'
import { createClick, createProduct, createUser, createView } from '#tests/factories.ts'
import { createSeller, signal, storeLine, storeOrder } from '#tests/setup/sales.ts'
import { lastMail, signedIn } from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { getSalesFigures } from '../sales-figures.service.ts'
import { lastWeek, getWeek } from './get-week.ts'
import { sendWeeklyReports } from './send-weekly-reports.ts'

const here = useTestDatabase()
const SITE = 'https://wtf.example'
// A Monday.
const NOW = new Date('2026-11-23T07:00:00Z')
const [INSIDE, BEFORE, AFTER] = ['2026-11-18T12:00:00Z', '2026-11-15T23:59:59Z', '2026-11-23T00:00:00Z'].map(
  (day) => new Date(day),
) as [Date, Date, Date]

async function openStore(timeZone = 'UTC') {
  const owner = await createUser(here.db, { role: 'partner' })
  const seller = await createSeller(here.db, { ownerId: owner.id, currency: 'GBP', timeZone })
  const { viewer } = await signedIn(here.db, owner.id)
  await updateStoreNotices({ db: here.db, viewer }, { ...STORE_NOTICES, emailSales: 'off', emailWeeklyReport: true })
  await here.db.product.update({ where: { id: seller.product.id }, data: { createdAt: BEFORE } })
  const sell = async (at: Date, priceMinor: number, currency = 'GBP') => {
    const click = await createClick(here.db, seller.product, { clickedAt: new Date(at.getTime() - 3_600_000) })
    const times = { orderedAt: at.toISOString(), paidAt: at.toISOString(), updatedAt: at.toISOString() }
    const order = storeOrder({
      ...times,
      currency,
      lines: [storeLine({ priceMinor })],
      signals: [signal({ clickId: click.id })],
    })
    await recordOrder(here.db, seller.partner.id, order, at)
    return order
  }
  return { ...seller, email: owner.email, sell }
}

test('compares Monday to Sunday with the previous week, and emails each subscriber once', async () => {
  const { partner, product, email, sell } = await openStore()
  await createProduct(here.db, { partnerId: partner.id, createdAt: INSIDE })
  for (const viewedAt of [INSIDE, INSIDE, INSIDE, BEFORE, BEFORE, AFTER])
    await createView(here.db, product, { viewedAt })
  await createClick(here.db, product, { clickedAt: INSIDE, isValid: false, invalidReason: 'bot' })
  await sell(INSIDE, 15_000)
  await sell(INSIDE, 9_000, 'EUR')
  await sell(BEFORE, 10_000)
  await sell(AFTER, 70_000)
  const tracked = storeOrder({ orderedAt: INSIDE.toISOString(), paidAt: INSIDE.toISOString() })
  await recordOrder(here.db, partner.id, tracked, INSIDE)

  expect(await sendWeeklyReports(here.db, SITE, NOW)).toBe(1)
  expect(await sendWeeklyReports(here.db, SITE, NOW)).toBe(0)
  const { text } = await lastMail(here.db, email, 'weekly_report')
  for (const said of [
    'Monday, 16 November 2026',
    '2 sales (+100%)',
    'Revenue: £150.00 (+50%), and €90.00',
    '3 views of your products (+50%)',
    // Includes the click an hour before Monday's sale.
    '3 visits to your store from WTF (+200%)',
    'Views that led to a visit: 100%. Visits that led to a sale: 66.67%',
    '1 new product\n',
    '0 products changed',
  ])
    expect(text).toContain(said)
  expect(await sendWeeklyReports(here.db, SITE, new Date('2026-11-30T07:00:00Z'))).toBe(1)
})

test('matches the figures of the dashboard, and shows no growth from zero', async () => {
  const { partner, product, sell } = await openStore()
  await createView(here.db, product, { viewedAt: INSIDE })
  await sell(INSIDE, 15_000)
  const week = await getWeek(here.db, partner.id, lastWeek('UTC', NOW))
  const monday = new Date('2026-11-23T00:00:00Z')
  expect(periodRange('week', monday).from).toEqual(new Date('2026-11-16T00:00:00Z'))
  const figures = await getSalesFigures({ db: here.db, partner }, { period: 'week' }, monday)
  expect({ ...week.sales, revenue: week.revenue.now, owed: week.commission.now, rate: week.clickToSale }).toEqual({
    now: figures.sales.now,
    before: figures.sales.before,
    revenue: figures.revenue.now,
    owed: figures.commission.now,
    rate: figures.conversionRate,
  })
  expect([week.revenue.now, week.commission.now]).toEqual([15_000, 1_500])
  await sendWeeklyReports(here.db, SITE, NOW)
  const { text } = await here.db.mail.findFirstOrThrow({ orderBy: { createdAt: 'desc' } })
  expect(text).toContain('1 sale (-)')
})

test("uses the store's time zone, and waits while it is still Sunday there", async () => {
  const { email } = await openStore('America/Los_Angeles')
  expect(lastWeek('America/Los_Angeles', new Date('2026-11-23T15:00:00Z'))).toEqual({
    from: new Date('2026-11-16T08:00:00Z'),
    until: new Date('2026-11-23T08:00:00Z'),
    beforeFrom: new Date('2026-11-09T08:00:00Z'),
  })
  const sentTo = () => here.db.mail.count({ where: { toAddress: email, kind: 'weekly_report' } })
  await sendWeeklyReports(here.db, SITE, NOW)
  expect(await sentTo()).toBe(0)
  await sendWeeklyReports(here.db, SITE, new Date('2026-11-23T15:00:00Z'))
  expect(await sentTo()).toBe(1)
  expect((await lastMail(here.db, email, 'weekly_report')).text).toContain('(America/Los_Angeles)')
})
