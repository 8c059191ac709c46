import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { createSeller, minutesAfter, ORDERED, signal, storeLine, storeOrder } from '#tests/setup/sales.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { exportSales } from './export-sales.service.ts'
import { recordOrder } from './record-order.ts'
import { listSalesInput, salesAddress, type SalesFilter } from './sales.schema.ts'
import { listSales } from './sales.service.ts'

const database = useTestDatabase()

/** A seller with some sales: minutes after ORDERED, price in pounds. */
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
  const ask = { db, partner: { id: partner.id } as never }
  const names = async (input: object) =>
    (await listSales(ask, listSalesInput.parse(input))).sales.map(({ orderName }) => orderName)
  return { ask, names }
}

const SOLD = [
  { name: '#1', minutes: 0, pounds: 50 },
  { name: '#2', minutes: 10, pounds: 200 },
  { name: '#3', minutes: 20, pounds: 100 },
]

test('sales are sorted by time, amount and commission, both ways', async () => {
  const { names } = await sell(SOLD)
  expect(await names({})).toEqual(['#3', '#2', '#1'])
  expect(await names({ sort: 'oldest' })).toEqual(['#1', '#2', '#3'])
  expect(await names({ sort: 'amount' })).toEqual(['#2', '#3', '#1'])
  expect(await names({ sort: 'amount-up' })).toEqual(['#1', '#3', '#2'])
  expect(await names({ sort: 'commission' })).toEqual(['#2', '#3', '#1'])
  expect(await names({ sort: 'commission-up' })).toEqual(['#1', '#3', '#2'])
})

test('a span of time has its first moment and not its last, and the tabs count what is in it', async () => {
  const { ask, names } = await sell([...SOLD, { name: '#4', minutes: 15, pounds: 10, isTest: true }])
  const span = { from: ORDERED.toISOString(), to: minutesAfter(ORDERED, 20).toISOString() }
  expect(await names(span)).toEqual(['#4', '#2', '#1'])
  const { counts, total } = await listSales(ask, listSalesInput.parse({ ...span, status: 'pending' }))
  expect(counts).toMatchObject({ all: 3, pending: 2, cancelled: 1 })
  expect(total).toBe(2)
})

test('the file has all that the filter finds, and nothing that a spreadsheet computes', async () => {
  const many = Array.from({ length: 27 }, (_, n) => ({ name: `#${100 + n}`, minutes: n, pounds: 40 }))
  const { ask } = await sell([...many, { name: '#999', minutes: 500, pounds: 77 }])
  const rowsOf = async (filter: SalesFilter) => {
    let csv = ''
    for await (const part of exportSales(ask, filter)) csv += part
    return parse(csv, { bom: true, columns: true }) as Array<Record<string, string>>
  }
  const rows = await rowsOf({ sort: 'newest', to: minutesAfter(ORDERED, 60).toISOString() })
  expect(rows).toHaveLength(27)
  expect(rows[0]).toMatchObject({
    Order: '#126',
    Status: 'pending',
    'First product': "'=#126",
    Amount: '40',
    Commission: '4',
  })
  expect(await rowsOf({ sort: 'newest', q: '#999' })).toHaveLength(1)
  const stranger = await sell([])
  let own = ''
  for await (const part of exportSales(stranger.ask, { sort: 'newest' })) own += part
  expect(own.trim().split('\n')).toHaveLength(1)
})

test('what is wrong in an address is left out', () => {
  expect(
    salesAddress.parse({ state: 'sold', from: 'yesterday', sort: 'up', page: '-1', q: 'coat', other: '1' }),
  ).toEqual({
    status: undefined,
    from: undefined,
    sort: 'newest',
    page: 1,
    q: 'coat',
  })
  expect(salesAddress.parse({ page: '3', from: '2026-11-01T00:00:00.000Z' })).toMatchObject({ page: 3 })
})
