import { expect, test } from 'vitest'
import { newClickId } from '#server/outbound/click-id.ts'
import { createClick } from '#tests/factories.ts'
import { createSeller, signal, storeOrder } from '#tests/setup/sales.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { forgetRefunds } from './forget-refunds.ts'
import { recordOrder } from './record-order.ts'
import { watchStores } from './watch-stores.ts'

const database = useTestDatabase()
const NOW = new Date('2026-11-20T00:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000)

/** Creates a store with these numbers of clicks and orders. `day` counts days before NOW. */
async function createStore(figures: Array<{ day: number; clicks: number; orders: number; cancelled?: number }>) {
  const { partner, click } = await createSeller(database.db)
  for (const { day, clicks, orders, cancelled = 0 } of figures) {
    const one = await click(daysAgo(day + 0.1))
    const template = { ...one, visitorId: 'others' }
    await database.db.outboundClick.createMany({
      data: Array.from({ length: clicks - 1 }, () => ({ ...template, id: newClickId() })),
    })
    for (let order = 0; order < orders; order++) {
      const at = daysAgo(day).toISOString()
      const told = storeOrder({ orderedAt: at, paidAt: at, updatedAt: at, signals: [signal({ clickId: one.id })] })
      await recordOrder(database.db, partner.id, { ...told, cancelledAt: order < cancelled ? at : null }, daysAgo(day))
    }
  }
  const open = async () => {
    await watchStores(database.db, NOW)
    const flags = await database.db.conversionFlag.findMany({
      where: { partnerId: partner.id, conversionId: null, resolvedAt: null },
    })
    return flags.map(({ kind, evidence }) => [kind, evidence])
  }
  return { partner, open }
}

test('raises no flags for a store with steady orders', async () => {
  const { open } = await createStore([
    { day: 60, clicks: 400, orders: 20 },
    { day: 3, clicks: 400, orders: 20 },
  ])
  expect(await open()).toEqual([])
})

test('flags many orders that are cancelled without a refund', async () => {
  const { open } = await createStore([{ day: 3, clicks: 100, orders: 20, cancelled: 5 }])
  expect(await open()).toEqual([['cancelled_without_refund', { orders: 20, cancelled: 5, days: 30 }]])
})

test('ignores orders without a known click or code', async () => {
  const { partner, open } = await createStore([])
  for (let order = 0; order < 20; order++) {
    const at = daysAgo(3).toISOString()
    const told = storeOrder({ orderedAt: at, paidAt: at, updatedAt: at, cancelledAt: at })
    await recordOrder(database.db, partner.id, { ...told, signals: [signal({ clickId: newClickId() })] }, daysAgo(3))
  }
  expect(await database.db.conversion.count({ where: { partnerId: partner.id } })).toBe(20)
  expect(await open()).toEqual([])
})

test('flags a drop in orders per click and a silent store once, and withdraws the flag when orders return', async () => {
  const { open } = await createStore([
    { day: 60, clicks: 400, orders: 20 },
    { day: 5, clicks: 400, orders: 0 },
  ])
  expect(await open()).toEqual([
    ['fewer_sales_per_click', { orders: 0, clicks: 400, pastOrders: 20, pastClicks: 400, days: 30 }],
    ['silent_store', { clicks: 400, days: 7 }],
  ])
  expect(await open()).toHaveLength(2)
  const { partnerId } = await database.db.conversionFlag.findFirstOrThrow({ where: { kind: 'silent_store' } })
  const click = await createClick(database.db, { id: partnerId, partnerId }, { clickedAt: daysAgo(2) })
  for (let order = 0; order < 6; order++) {
    const at = daysAgo(1).toISOString()
    const told = storeOrder({ orderedAt: at, paidAt: at, updatedAt: at, signals: [signal({ clickId: click.id })] })
    await recordOrder(database.db, partnerId, told, daysAgo(1))
  }
  expect(await open()).toEqual([])
})

test('deletes refunds of unmatched orders after 60 days', async () => {
  const { partner } = await createSeller(database.db)
  const refund = { id: 'r', refundedAt: NOW.toISOString(), lines: [], otherMinor: 1 }
  const order = storeOrder({ refunds: [refund] })
  await recordOrder(database.db, partner.id, order, NOW)
  await database.db.$executeRaw`UPDATE order_refunds SET created_at = now() - interval '59 days'`
  expect(await forgetRefunds(database.db)).toBe(0)
  await database.db.$executeRaw`UPDATE order_refunds SET created_at = now() - interval '61 days'`
  expect(await forgetRefunds(database.db)).toBe(1)
})
