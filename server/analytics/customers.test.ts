import { expect, test } from 'vitest'
import { createPartner, createProduct } from '#tests/factories.ts'
import { createSaleOf } from '#tests/setup/reviews.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'

const database = useTestDatabase()
const BUYER = new Uint8Array(32).fill(7)
const on = (day: string) => ({ orderedAt: new Date(`${day}T12:00:00Z`), customerHash: BUYER })

test.each(['the cancellation', 'the new sale'] as const)(
  'updates a customer correctly if a cancellation and a new sale overlap, and %s commits last',
  async (last) => {
    const { db } = database
    const product = await createProduct(db, { partnerId: (await createPartner(db)).id })
    const gone = await createSaleOf(db, product, 'wc_1', on('2026-03-01'))
    await createSaleOf(db, product, 'wc_2', on('2026-03-02'))
    const steps = [
      (to: Pick<typeof db, 'conversion'>) =>
        to.conversion.update({ where: { id: gone.id }, data: { status: 'cancelled' } }),
      (to: Pick<typeof db, 'conversion'>) =>
        createSaleOf(to as typeof db, product, 'wc_3', on('2026-03-05')) as Promise<unknown>,
    ] as const
    const [first, second] = last === 'the cancellation' ? [steps[1], steps[0]] : [steps[0], steps[1]]
    let waiting: Promise<unknown> = Promise.resolve()
    await db.$transaction(async (tx) => {
      await first(tx)
      waiting = db.$transaction((other) => second(other))
      await expect.poll(countWaiting).toBe(1)
    })
    await waiting
    expect(await db.partnerCustomer.findMany({ where: { partnerId: product.partnerId } })).toEqual([
      {
        partnerId: product.partnerId,
        customerHash: BUYER,
        firstAt: on('2026-03-02').orderedAt,
        lastAt: on('2026-03-05').orderedAt,
      },
    ])
  },
)

test('forgets a buyer when all of their sales are cancelled, erased or deleted', async () => {
  const { db } = database
  const product = await createProduct(db, { partnerId: (await createPartner(db)).id })
  const sales = [
    await createSaleOf(db, product, 'wc_1', on('2026-03-01')),
    await createSaleOf(db, product, 'wc_2', on('2026-03-02')),
    await createSaleOf(db, product, 'wc_3', on('2026-03-03')),
  ] as const
  await db.conversion.update({ where: { id: sales[0].id }, data: { status: 'cancelled' } })
  await db.conversion.update({ where: { id: sales[1].id }, data: { customerHash: null } })
  const count = () => db.partnerCustomer.count({ where: { partnerId: product.partnerId } })
  expect(await count()).toBe(1)
  await db.conversion.delete({ where: { id: sales[2].id } })
  expect(await count()).toBe(0)
})

async function countWaiting(): Promise<number> {
  const [row] = await database.db.$queryRaw<Array<{ waiting: number }>>`
    SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  return row?.waiting ?? 0
}
