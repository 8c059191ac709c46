import { expect, test } from 'vitest'
import { createClick, createPartner } from '#tests/factories.ts'
import { recordOrder } from '#server/sales/record-order.ts'
import { createSeller, ORDERED, signal, storeOrder } from '#tests/setup/sales.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { getHomeFigures } from './home-figures.service.ts'

const database = useTestDatabase()
const NOW = new Date(ORDERED.getTime() + 5 * 3_600_000)

test('shows sales, clicks, conversion and commission of the period, and whether orders are reported', async () => {
  const { db } = database
  const { partner, product, click } = await createSeller(db, { currency: 'GBP' })
  const { id: clickId } = await click()
  await createClick(db, product, { clickedAt: ORDERED })
  const longAgo = new Date(ORDERED.getTime() - 40 * 86_400_000)
  await createClick(db, product, { clickedAt: longAgo })
  expect((await getHomeFigures({ db, partner }, { period: 'month' }, NOW)).reportsOrders).toBe(false)
  await recordOrder(db, partner.id, storeOrder({ signals: [signal({ clickId })] }), ORDERED)
  expect(await getHomeFigures({ db, partner }, { period: 'month' }, NOW)).toMatchObject({
    sales: { now: 1, before: 0, yearAgo: 0 },
    clicks: { now: 2, before: 1, yearAgo: 0 },
    conversionRate: 50,
    conversionRateBefore: 0,
    commission: { currency: 'GBP', now: 1_000 },
    overdue: { invoices: 0, amounts: [], oldest: null },
    reportsOrders: true,
  })
})

test('adds up overdue invoices by currency, from the day after the due date', async () => {
  const { db } = database
  const partner = await createPartner(db)
  const month = (n: number) => new Date(Date.UTC(2026, n, 1))
  const invoice = (number: string, given: object) =>
    db.invoice.create({
      data: {
        partnerId: partner.id,
        kind: 'invoice',
        number,
        month: month(0),
        currency: 'GBP',
        issuedAt: month(1),
        dueOn: new Date('2026-02-15'),
        totalMinor: 100,
        payableMinor: 100,
        status: 'open',
        billedTo: {},
        ...given,
      },
    })
  const oldest = await invoice('A-1', {})
  await invoice('A-2', { month: month(1), dueOn: new Date('2026-03-15'), totalMinor: 50, payableMinor: 50 })
  await invoice('A-3', { currency: 'EUR', dueOn: new Date('2026-03-15'), totalMinor: 7, payableMinor: 7 })
  await invoice('A-4', { month: month(2), status: 'paid', paidAt: month(3) })
  const overdueAt = async (moment: string) =>
    (await getHomeFigures({ db, partner }, { period: 'month' }, new Date(moment))).overdue
  expect(await overdueAt('2026-02-15T23:59:00Z')).toEqual({ invoices: 0, amounts: [], oldest: null })
  expect(await overdueAt('2026-03-16T00:00:00Z')).toEqual({
    invoices: 3,
    amounts: [
      { currency: 'EUR', minor: 7 },
      { currency: 'GBP', minor: 150 },
    ],
    oldest: { id: oldest.id, number: 'A-1', dueOn: new Date('2026-02-15') },
  })
})
