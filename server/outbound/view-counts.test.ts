import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { PERIODS, periodRange, type Period } from '#server/platform/period.schema.ts'
import { createView } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { countViews, viewsOf } from './view-counts.ts'

const database = useTestDatabase()
const DAY = 86_400_000
const MINUTE = 60_000
const START = Date.parse('2026-03-01T00:00:00Z')

const partners = [newId(), newId()]
const products = partners.flatMap((partnerId) => [newId(), newId()].map((id) => ({ id, partnerId })))

beforeEach(clear)

async function clear(): Promise<void> {
  await database.db.productView.deleteMany()
  await database.db.productViewCount.deleteMany()
  await database.db.viewCountWindow.deleteMany()
}

const read = async (partnerId: string, period: Period, to: Date) => {
  const rows = await database.db.$queryRaw<Array<{ product_id: string; views: number }>>`
    SELECT product_id, views FROM ${viewsOf(partnerId, period, to)} seen`
  return new Map(rows.map((row) => [row.product_id, row.views]))
}

async function recount(partnerId: string, period: Period, to: Date): Promise<Map<string, number>> {
  const views = await database.db.productView.groupBy({
    by: ['productId'],
    where: { partnerId, viewedAt: { gt: periodRange(period, to).from, lte: to } },
    _count: true,
  })
  return new Map(views.map(({ productId, _count }) => [productId, _count]))
}

const counted = () =>
  database.db.productViewCount.findMany({ orderBy: [{ partnerId: 'asc' }, { period: 'asc' }, { productId: 'asc' }] })

/** Minutes from START over 14 months, many at the edges of windows. */
const minute = fc.oneof(
  fc.integer({ min: 0, max: 420 * 1440 }),
  fc.integer({ min: 0, max: 420 }).map((day) => day * 1440),
)
const step = fc.oneof(
  fc.record({ kind: fc.constant('view' as const), at: minute, of: fc.nat(products.length - 1) }),
  fc.record({ kind: fc.constant('count' as const), at: minute }),
)

test('view counts equal a direct recount at any time, and stay the same if counted again', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 40 }),
      fc.array(minute, { minLength: 1, maxLength: 3 }),
      async (steps, asked) => {
        await clear()
        // As in production, time moves forward and each view is stored when it happens.
        const inOrder = steps.toSorted((a, b) => a.at - b.at)
        for (const { at, ...given } of inOrder) {
          const now = new Date(START + at * MINUTE)
          if (given.kind === 'count') await countViews(database.db, now)
          else await createView(database.db, products[given.of]!, { viewedAt: now })
        }
        for (const at of asked)
          for (const period of PERIODS)
            for (const partnerId of partners) {
              const to = new Date(START + at * MINUTE)
              expect(await read(partnerId, period, to)).toEqual(await recount(partnerId, period, to))
            }
        const end = new Date(START + 421 * DAY)
        await countViews(database.db, end)
        const increment = await counted()
        await database.db.productViewCount.deleteMany()
        await database.db.viewCountWindow.deleteMany()
        await countViews(database.db, end)
        expect(increment).toEqual(await counted())
      },
    ),
    { numRuns: 15 },
  )
})

test('view counts include a view that is stored late', async () => {
  const [product] = products
  const now = new Date(START)
  await countViews(database.db, now)
  await createView(database.db, product!, { viewedAt: new Date(START - 5_000) })
  expect((await read(product!.partnerId, 'day', now)).get(product!.id)).toBe(1)
  await countViews(database.db, new Date(START + DAY / 2))
  expect((await read(product!.partnerId, 'day', new Date(START + DAY / 2))).get(product!.id)).toBe(1)
  expect(await read(product!.partnerId, 'day', new Date(START + 2 * DAY))).toEqual(new Map())
})

test('view counts include each view once if several processes count at the same time', async () => {
  const [product] = products
  await createView(database.db, product!, { viewedAt: new Date(START - DAY / 2) })
  await Promise.all([1, 2, 3].map(() => countViews(database.db, new Date(START))))
  expect((await counted()).map(({ period, views }) => [period, views])).toEqual([
    ['day', 1],
    ['month', 1],
    ['week', 1],
    ['year', 1],
  ])
})
