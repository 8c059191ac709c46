import { expect, test } from 'vitest'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { quantileOf, emptySteps, stepOf, STEPS_MS } from './histogram.ts'
import { forgetRequestCounts, RequestCounts } from './request-counts.ts'

const database = useTestDatabase()
const AT = Date.parse('2026-11-24T10:20:30Z')

test('a quantile is off by at most the width of its bucket', () => {
  const times = Array.from({ length: 5_000 }, (_, n) => ((n * 7_919) % 5_000) ** 1.6 / 300)
  const steps = emptySteps()
  for (const ms of times) steps[stepOf(ms)]!++
  const sorted = times.toSorted((a, b) => a - b)
  for (const share of [0.01, 0.5, 0.9, 0.99, 1]) {
    const exact = sorted[Math.ceil(share * sorted.length) - 1]!
    const step = stepOf(exact)
    const told = quantileOf(share, steps)!
    expect(told).toBeGreaterThanOrEqual(STEPS_MS[step - 1] ?? 0)
    expect(told).toBeLessThanOrEqual(STEPS_MS[step]!)
  }
  expect(quantileOf(0.5, emptySteps())).toBeNull()
})

test('counts repeated writes once, updates running counts, and adds up two processes', async () => {
  const { db } = database
  let now = AT
  const [one, two] = [new RequestCounts(db, () => now), new RequestCounts(db, () => now)]
  one.count('/product/*', '2xx', 4)
  two.count('/product/*', '2xx', 400)
  await Promise.all([one.flush(), two.flush()])
  await one.flush()
  one.count('/product/*', '2xx', 4)
  one.count('/product/*', '5xx', 40_000)
  now += 60_000
  one.count('/product/*', '2xx', 6)
  await one.flush()
  const sums = await db.requestCount.groupBy({
    by: ['level', 'at', 'outcome'],
    _sum: { requests: true },
    orderBy: [{ level: 'asc' }, { at: 'asc' }, { outcome: 'asc' }],
  })
  expect(sums.map(({ level, at, outcome, _sum }) => [level, at.toISOString(), outcome, _sum.requests])).toEqual([
    ['day', '2026-11-24T00:00:00.000Z', '2xx', 4],
    ['day', '2026-11-24T00:00:00.000Z', '5xx', 1],
    ['hour', '2026-11-24T10:00:00.000Z', '2xx', 4],
    ['hour', '2026-11-24T10:00:00.000Z', '5xx', 1],
    ['minute', '2026-11-24T10:20:00.000Z', '2xx', 3],
    ['minute', '2026-11-24T10:20:00.000Z', '5xx', 1],
    ['minute', '2026-11-24T10:21:00.000Z', '2xx', 1],
  ])
  const slow = await db.requestCount.findFirstOrThrow({ where: { level: 'minute', outcome: '5xx' } })
  expect(slow.steps).toEqual([...emptySteps().slice(1), 1])
  await forgetRequestCounts(db, new Date(AT + 3 * 86_400_000))
  expect(
    await db.requestCount.findMany({ distinct: ['level'], select: { level: true }, orderBy: { level: 'asc' } }),
  ).toEqual([{ level: 'day' }, { level: 'hour' }])
})

test('keeps counts until they can be written', async () => {
  const { db } = database
  let isAway = true
  const breaking = new Proxy(db, {
    get: (whole, name) =>
      name === '$executeRaw' && isAway ? () => Promise.reject(new Error('away')) : Reflect.get(whole, name),
  })
  let now = AT + 30 * 86_400_000
  const counts = new RequestCounts(breaking, () => now)
  counts.count('/home', '2xx', 1)
  await expect(counts.flush()).rejects.toThrow('away')
  now += 120_000
  isAway = false
  await counts.flush()
  expect(await db.requestCount.count({ where: { route: '/home' } })).toBe(3)
})
