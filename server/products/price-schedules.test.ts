import { expect, test } from 'vitest'
import { createPartnerAsk, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { schedulePriceInput } from './price-schedules.schema.ts'
import { cancelSchedule, listSchedules, schedulePrice } from './price-schedules.service.ts'
import { runPriceSchedules } from './run-price-schedules.ts'

const database = useTestDatabase()
const NOW = new Date('2026-12-01T09:00:00Z')
const after = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)
const run = (now: Date) => runPriceSchedules(database.db, now, new AbortController().signal)

async function scene(given: Partial<{ kind: 'percent' | 'price'; amount: string; endsAt: string }> = {}) {
  const ask = await createPartnerAsk(database.db)
  const product = await createProduct(database.db, {
    partnerId: ask.partner.id,
    variants: [
      { size: 'S', priceMinor: 5_000 },
      { size: 'M', priceMinor: 6_000, originalPriceMinor: 8_000 },
    ],
  })
  const plan = (from: number, to: number | null) =>
    schedulePrice(
      ask,
      schedulePriceInput.parse({
        productId: product.id,
        kind: 'percent',
        amount: '20',
        startsAt: after(from).toISOString(),
        endsAt: to === null ? '' : after(to).toISOString(),
        ...given,
      }),
      NOW,
    )
  const prices = async () => {
    const variants = await database.db.productVariant.findMany({
      where: { productId: product.id },
      orderBy: { position: 'asc' },
    })
    return variants.map((variant) => [variant.priceMinor, variant.originalPriceMinor])
  }
  const state = async () => (await listSchedules(ask, { productId: product.id }))[0]
  return { ask, product, plan, prices, state }
}

const BEFORE = [
  [5_000, null],
  [6_000, 8_000],
]

test('a scheduled price starts and ends on time, once, however often the job runs', async () => {
  const { ask, product, plan, prices, state } = await scene()
  await plan(1, 3)
  await run(after(0.5))
  expect(await prices()).toEqual(BEFORE)
  await Promise.all([run(after(1)), run(after(1))])
  await run(after(2))
  const reduced = [
    [4_000, 5_000],
    [4_800, 6_000],
  ]
  expect(await prices()).toEqual(reduced)
  expect(await state()).toMatchObject({ name: 'Scheduled price', amount: '20% off', status: 'running' })
  await Promise.all([run(after(3)), run(after(3))])
  expect(await prices()).toEqual(BEFORE)
  expect(await state()).toMatchObject({ status: 'finished', note: '' })
  expect(
    await database.db.productAct.findMany({
      where: { partnerId: ask.partner.id },
      select: { kind: true, actorName: true },
    }),
  ).toEqual(Array.from({ length: 2 }, () => ({ kind: 'schedule', actorName: 'Scheduled price' })))
  expect(await database.db.product.findUniqueOrThrow({ where: { id: product.id } })).toMatchObject({
    priceMinor: 5_000,
    revision: 3,
  })
})

test('keeps a price that was changed during the schedule, and reports it', async () => {
  const { product, plan, prices, state } = await scene({ kind: 'price', amount: '39.90' })
  await plan(1, 3)
  await run(after(1))
  expect(await prices()).toEqual([
    [3_990, 5_000],
    [3_990, 6_000],
  ])
  await database.db.productVariant.update({ where: { id: product.variants[0]?.id ?? '' }, data: { priceMinor: 1_000 } })
  await run(after(3))
  expect(await prices()).toEqual([
    [1_000, 5_000],
    [6_000, 8_000],
  ])
  expect(await state()).toMatchObject({ status: 'finished', note: expect.stringContaining('1 of 2 prices') })
})

test('can be cancelled before and while it is active, but not by other partners', async () => {
  const { ask, plan, prices, state } = await scene()
  const { id } = await plan(1, null)
  await expect(cancelSchedule(await createPartnerAsk(database.db), { scheduleId: id })).rejects.toThrow('not found')
  expect(await cancelSchedule(ask, { scheduleId: id })).toMatchObject({ status: 'cancelled' })
  await run(after(2))
  expect(await prices()).toEqual(BEFORE)
  const second = await plan(1, null)
  await run(after(2))
  expect(await state()).toMatchObject({ status: 'running' })
  await cancelSchedule(ask, { scheduleId: second.id })
  expect(await prices()).toEqual(BEFORE)
  await expect(cancelSchedule(ask, { scheduleId: second.id })).rejects.toThrow('already ended')
})

test('refuses overlapping schedules of a product, and invalid times and amounts', async () => {
  const { plan } = await scene()
  await plan(1, 3)
  await expect(plan(2, 4)).rejects.toThrow('applies at that time')
  await expect(plan(0.5, null)).rejects.toThrow('applies at that time')
  await plan(3, null)
  await expect(plan(40, 41)).rejects.toThrow('applies at that time')
  await expect(plan(-1, 1)).rejects.toThrow('in the past')
  for (const amount of ['0', '100', '-5', 'half']) {
    const other = await scene({ amount })
    await expect(other.plan(1, 2)).rejects.toThrow('percentage')
  }
})

test('fails with a reason if it cannot start', async () => {
  const { product, plan, prices, state } = await scene()
  await plan(1, 2)
  await run(after(5))
  expect(await prices()).toEqual(BEFORE)
  expect(await state()).toMatchObject({ status: 'failed', note: expect.stringContaining('ended before') })
  await plan(6, null)
  await database.db.product.update({ where: { id: product.id }, data: { deletedAt: NOW, status: 'archived' } })
  await run(after(7))
  expect(await state()).toMatchObject({ status: 'failed', note: expect.stringContaining('deleted') })
})
