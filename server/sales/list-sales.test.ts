import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { getSalesFigures } from '#server/analytics/sales-figures.service.ts'
import { rollUpAnalytics } from '#server/analytics/roll-up.ts'
import { createPartner } from '#tests/factories.ts'
import {
  createSaleAndInvoice,
  createSeller,
  minutesAfter,
  ORDERED,
  signal,
  storeLine,
  storeOrder,
} from '#tests/setup/sales.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { exportSales } from './export-sales.service.ts'
import { recordOrder } from './record-order.ts'
import { listSalesInput, MAX_SEARCHED, salesAddress, type SalesFilter } from './sales.schema.ts'
import { listSales } from './sales.service.ts'

const database = useTestDatabase()

/** Creates a seller with some sales: minutes after ORDERED, price in pounds. */
async function sell(sales: Array<{ name: string; minutes: number; pounds: number; isTest?: boolean }>) {
  const { db } = database
  const { partner, click } = await createSeller(db)
  for (const { name, minutes, pounds, isTest = false } of sales) {
    const at = minutesAfter(ORDERED, minutes)
    const { id: clickId } = await click()
    const told = { orderedAt: at.toISOString(), paidAt: at.toISOString(), updatedAt: at.toISOString(), isTest }
    const lines = [storeLine({ title: `=${name}`, priceMinor: pounds * 100 })]
    await recordOrder(db, partner.id, storeOrder({ ...told, name, lines, signals: [signal({ clickId })] }), at)
  }
  const ask = { db, partner: { id: partner.id } }
  const names = async (input: object) =>
    (await listSales(ask, listSalesInput.parse(input))).sales.map(({ orderName }) => orderName)
  return { ask, names }
}

/** Returns the lines of the file. */
async function rowsOf(ask: Parameters<typeof exportSales>[0], filter: SalesFilter) {
  let csv = ''
  for await (const part of await exportSales(ask, filter)) csv += part
  return parse(csv, { bom: true, columns: true }) as Array<Record<string, string>>
}

const SOLD = [
  { name: '#1', minutes: 0, pounds: 50 },
  { name: '#2', minutes: 10, pounds: 200 },
  { name: '#3', minutes: 20, pounds: 100 },
]

test('sorts sales by time, amount and commission, in both directions', async () => {
  const { names } = await sell(SOLD)
  expect(await names({})).toEqual(['#3', '#2', '#1'])
  expect(await names({ sort: 'oldest' })).toEqual(['#1', '#2', '#3'])
  expect(await names({ sort: 'amount' })).toEqual(['#2', '#3', '#1'])
  expect(await names({ sort: 'amount-up' })).toEqual(['#1', '#3', '#2'])
  expect(await names({ sort: 'commission' })).toEqual(['#2', '#3', '#1'])
  expect(await names({ sort: 'commission-up' })).toEqual(['#1', '#3', '#2'])
})

test('includes the start of a period but not its end, in the list and in the tab counts', async () => {
  const { ask, names } = await sell([...SOLD, { name: '#4', minutes: 15, pounds: 10, isTest: true }])
  const span = { from: ORDERED.toISOString(), to: minutesAfter(ORDERED, 20).toISOString() }
  expect(await names(span)).toEqual(['#4', '#2', '#1'])
  const { counts, total } = await listSales(ask, listSalesInput.parse({ ...span, status: 'pending' }))
  expect(counts).toMatchObject({ all: 3, pending: 2, cancelled: 1 })
  expect(total).toBe(2)
})

test('shows the same tab counts with and without roll-ups, and updates them immediately', async () => {
  const { db } = database
  const { ask } = await sell([...SOLD, { name: '#4', minutes: 15, pounds: 10, isTest: true }])
  const to = minutesAfter(ORDERED, 12).toISOString()
  const counts = async (input: object) => (await listSales(ask, listSalesInput.parse(input))).counts
  expect(await counts({})).toMatchObject({ all: 4, pending: 3, cancelled: 1 })
  expect(await counts({ to })).toMatchObject({ all: 2, pending: 2 })
  await rollUpAnalytics(db, minutesAfter(ORDERED, 60))
  expect(await db.staleQuarter.count({ where: { partnerId: ask.partner.id } })).toBe(0)
  expect(await counts({})).toMatchObject({ all: 4, pending: 3, cancelled: 1 })
  expect(await counts({ to })).toMatchObject({ all: 2, pending: 2 })
  await db.conversion.updateMany({ where: { partnerId: ask.partner.id, orderName: '#1' }, data: { status: 'hold' } })
  expect(await counts({})).toMatchObject({ all: 4, pending: 2, hold: 1, cancelled: 1 })
  expect(await counts({ q: '#1' })).toMatchObject({ all: 1, hold: 1 })
})

test('lists as many sales as the figures count, in the period and in each bar of the chart', async () => {
  const { db } = database
  const { ask } = await sell([...SOLD, { name: '#4', minutes: 15, pounds: 10, isTest: true }])
  await recordOrder(db, ask.partner.id, storeOrder({ name: '#5', signals: [signal({ level: 'U' })] }), ORDERED)
  await db.conversion.updateMany({
    where: { partnerId: ask.partner.id, orderName: '#3' },
    data: { status: 'disputed' },
  })
  const figures = await getSalesFigures(ask, { period: 'month' }, minutesAfter(ORDERED, 15))
  expect(figures.sales.now).toBe(2)
  for (const { from, to, sales } of [{ ...figures.span, sales: 2 }, ...figures.points, ...figures.months]) {
    const stretch = { from: from.toISOString(), to: to.toISOString() }
    const listed = await listSales(ask, listSalesInput.parse({ ...stretch, status: 'counted', sort: 'amount' }))
    expect([stretch, listed.total, listed.sales.length]).toEqual([stretch, sales, sales])
  }
  const { counts, sales } = await listSales(ask, listSalesInput.parse({ q: '#', status: 'counted' }))
  expect(counts).toMatchObject({ all: 5, counted: 3, tracked: 1, cancelled: 1, disputed: 1 })
  expect(sales.map(({ orderName }) => orderName)).toEqual(['#3', '#2', '#1'])
})

test('exports all sales that match the filters, and neutralises formulas', async () => {
  const many = Array.from({ length: 27 }, (_, n) => ({ name: `#${100 + n}`, minutes: n, pounds: 40 }))
  const { ask } = await sell([...many, { name: '#999', minutes: 500, pounds: 77 }])
  const rows = await rowsOf(ask, { sort: 'newest', to: minutesAfter(ORDERED, 60).toISOString() })
  expect(rows).toHaveLength(27)
  expect(rows[0]).toMatchObject({
    Order: '#126',
    Status: 'pending',
    'First product': "'=#126",
    Amount: '40',
    Commission: '4',
  })
  expect(await rowsOf(ask, { sort: 'newest', q: '#999' })).toHaveLength(1)
  const first = async (sort: SalesFilter['sort']) => (await rowsOf(ask, { sort })).slice(0, 2).map(({ Order }) => Order)
  expect(await first('oldest')).toEqual(['#100', '#101'])
  expect(await first('amount')).toEqual(['#999', '#126'])
  expect(await first('commission-up')).toEqual(['#126', '#125'])
  const stranger = await sell([])
  expect(await rowsOf(stranger.ask, { sort: 'newest' })).toEqual([])
})

test('finds a sale by parts of its current name, IDs, titles and SKUs', async () => {
  const { db } = database
  const { partner, click } = await createSeller(db)
  const { id: clickId } = await click()
  const tell = (minutes: number, given: object) => {
    const updatedAt = minutesAfter(ORDERED, minutes)
    const told = { id: '5400001', updatedAt: updatedAt.toISOString(), signals: [signal({ clickId })], ...given }
    return recordOrder(db, partner.id, storeOrder(told), updatedAt)
  }
  const line = storeLine({ title: 'Écru velvet 100% dress', sku: 'VEL_12-S' })
  await tell(0, { name: '#7007', lines: [line] })
  await createSaleAndInvoice(db, (await createPartner(db)).id)
  const ask = { db, partner: { id: partner.id } }
  const found = async (q: string) => (await listSales(ask, listSalesInput.parse({ q }))).total
  for (const q of [
    '#7007',
    '700',
    '7',
    '540000',
    clickId.slice(-6),
    'VELVET',
    'Écru',
    '100% d',
    'vel_12',
    'cru velvet',
  ])
    expect([q, await found(q)]).toEqual([q, 1])
  for (const q of ['#7008', 'velvet coat', '100_', 'vel%12', '%%', '#1']) expect([q, await found(q)]).toEqual([q, 0])
  await tell(5, { name: '#7007b', lines: [{ ...line, title: 'Corduroy dress' }] })
  expect([await found('#7007b'), await found('corduroy'), await found('velvet')]).toEqual([1, 1, 0])
})

test('searches all sales for rare words, and only the latest sales for common words', async () => {
  const { db } = database
  const { partner } = await createSeller(db)
  const many = MAX_SEARCHED + 100
  await db.$executeRaw`
    WITH sold AS (
      INSERT INTO conversions (id, partner_id, source, external_id, order_name, currency, subtotal_minor, discount_minor, tax_minor, shipping_minor,
        commissionable_minor, refunded_minor, net_minor, ordered_at, source_updated_at, status, updated_at)
      SELECT uuidv7(), ${partner.id}::uuid, 'shopify', 'id' || i, '#' || i, 'GBP', 5000, 0, 0, 0, 5000, 0, 5000, ${ORDERED}::timestamptz + i * interval '1 minute', now(), 'pending', now()
      FROM generate_series(1, ${many}::int) i RETURNING id, partner_id, order_name
    )
    INSERT INTO sale_lookups SELECT id, partner_id, order_name || CASE WHEN order_name IN ('#1', '#101') THEN E'\nthe velvet zz dress' ELSE E'\na dress' END FROM sold`
  const ask = { db, partner: { id: partner.id } }
  const find = async (input: object) => {
    const { total, isCut, sales } = await listSales(ask, listSalesInput.parse(input))
    return { total, isCut, first: sales[0]?.orderName }
  }
  expect(await find({ q: 'velvet', sort: 'oldest' })).toEqual({ total: 2, isCut: false, first: '#1' })
  expect(await find({ q: 'zz', sort: 'oldest' })).toEqual({ total: 1, isCut: true, first: '#101' })
  expect(await find({ q: 'dress' })).toEqual({ total: MAX_SEARCHED, isCut: true, first: `#${many}` })
  const to = minutesAfter(ORDERED, 50).toISOString()
  expect(await find({ q: 'dress', to })).toEqual({ total: 49, isCut: false, first: '#49' })
  expect(await find({ q: 'zz', to })).toEqual({ total: 1, isCut: false, first: '#1' })
  const inFile = async (q: string) => (await rowsOf(ask, { q, sort: 'oldest' })).map(({ Order }) => Order)
  expect(await inFile('zz')).toEqual(['#1', '#101'])
  expect(await inFile('dress')).toEqual(Array.from({ length: many }, (_, at) => `#${at + 1}`))
})

test('ignores invalid parameters', () => {
  expect(
    salesAddress.parse({ state: 'sold', from: 'yesterday', sort: 'up', page: '-1', q: 'coat', other: '1' }),
  ).toEqual({
    status: undefined,
    from: undefined,
    sort: 'newest',
    page: 1,
    q: 'coat',
  })
  expect(salesAddress.parse({ state: 'counted', page: '3', from: '2026-11-01T00:00:00.000Z' })).toMatchObject({
    status: 'counted',
    page: 3,
  })
})
