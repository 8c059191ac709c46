import { expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { createSeller, minutesAfter, ORDERED, signal, storeOrder } from '#tests/setup/sales.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { listAllSales } from './list-all-sales.service.ts'
import { recordOrder } from './record-order.ts'
import { allSalesQuery } from './sales-for-admins.schema.ts'

const database = useTestDatabase()

/** Creates a partner with one sale for each name, a minute apart, starting at ORDERED. */
async function sell(names: readonly string[]) {
  const { db } = database
  const { partner, click } = await createSeller(db)
  for (const [minute, name] of names.entries()) {
    const at = minutesAfter(ORDERED, minute)
    const { id: clickId } = await click()
    const times = { orderedAt: at.toISOString(), paidAt: at.toISOString(), updatedAt: at.toISOString() }
    await recordOrder(db, partner.id, storeOrder({ ...times, name, signals: [signal({ clickId })] }), at)
  }
  return db.partner.findUniqueOrThrow({ where: { id: partner.id } })
}

async function list(address: Record<string, string>) {
  const { sales, older } = await listAllSales(database.db, allSalesQuery.parse(address))
  return { names: sales.map(({ orderName }) => orderName), partners: sales.map(({ partner }) => partner.id), older }
}

test('lists the sales of every partner, the latest order first', async () => {
  const one = await sell(['#A1', '#A2'])
  const two = await sell(['#B1'])
  const { names, partners } = await list({})
  expect(names.filter((name) => /^#[AB]/.test(name))).toEqual([
    '#A2',
    expect.stringMatching(/#[AB]1/),
    expect.anything(),
  ])
  expect(partners).toEqual(expect.arrayContaining([one.id, two.id]))
})

test('filters by partner, status and days', async () => {
  const partner = await sell(['#C1', '#C2'])
  await sell(['#D1'])
  const day = ORDERED.toISOString().slice(0, 10)
  expect((await list({ partner: partner.id })).names).toEqual(['#C2', '#C1'])
  expect((await list({ partner: partner.businessName.toUpperCase() })).partners).toContain(partner.id)
  expect((await list({ partner: partner.id, status: 'pending' })).names).toHaveLength(2)
  expect((await list({ partner: partner.id, status: 'paid' })).names).toEqual([])
  expect((await list({ partner: partner.id, from: day, to: day })).names).toHaveLength(2)
  expect((await list({ partner: partner.id, from: '2000-01-01', to: '2000-01-02' })).names).toEqual([])
  expect((await list({ partner: 'no such partner %' })).names).toEqual([])
})

test('ignores invalid filters', async () => {
  const partner = await sell(['#E1'])
  const address = { partner: partner.id, status: 'gone', from: 'yesterday', to: '0000-01-01', after: 'x' }
  expect((await list(address)).names).toEqual(['#E1'])
})

test('continues after the last sale of a page, without gaps or repeats', async () => {
  const partner = await sell(['#F0'])
  const sale = await database.db.conversion.findFirstOrThrow({
    where: { partnerId: partner.id },
  })
  const later = Array.from({ length: 52 }, (_none, index) => `#F${index + 1}`)
  await database.db.conversion.createMany({
    // Pairs with the same time, so that the id decides their order.
    data: later.map((name, index) => ({
      ...sale,
      evidence: [],
      id: newId(),
      externalId: `${sale.externalId} ${name}`,
      orderName: name,
      orderedAt: minutesAfter(ORDERED, 1 + Math.floor(index / 2)),
    })),
  })
  const first = await list({ partner: partner.id })
  expect(first.names).toHaveLength(50)
  const second = await list({ partner: partner.id, after: first.older! })
  const names = [...first.names, ...second.names]
  expect(new Set(names)).toEqual(new Set(['#F0', ...later]))
  expect(names).toHaveLength(53)
  expect(second.older).toBeNull()
})

test('reads the latest sales from an index, with and without a status', async () => {
  await sell(['#G1'])
  for (const status of ['', "WHERE status = 'pending'"]) {
    const plan = await database.db.$transaction(async (tx) => {
      await tx.$executeRawUnsafe('SET LOCAL enable_seqscan = off')
      return tx.$queryRawUnsafe<Array<{ 'QUERY PLAN': string }>>(
        `EXPLAIN SELECT id FROM conversions ${status} ORDER BY ordered_at DESC, id DESC LIMIT 51`,
      )
    })
    const text = plan.map((row) => row['QUERY PLAN']).join('\n')
    expect(text).toMatch(/Index Only Scan using conversions_\w*ordered_at_id_idx/)
    expect(text).not.toContain('Sort')
  }
})
