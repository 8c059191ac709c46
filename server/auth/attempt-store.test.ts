import { RateLimiterRes } from 'rate-limiter-flexible'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { countAttempt, countAttemptsIn, forgiveAccount, forgiveAttempts, useOnce } from './attempt-limits.ts'
import { forgetAttempts, memoryStore, openSharedStore, type AttemptStore } from './attempt-store.ts'
import { configureAuth, USUAL_LIMITS } from './auth-config.ts'

const database = useTestDatabase()
const stops: Array<() => Promise<void>> = []
const open = async (url = database.url) => {
  const store = await openSharedStore(database.db, url)
  stops.push(store.stop)
  return store
}
/** Two processes of one shop. */
let processes: [AttemptStore, AttemptStore]
const inProcess = async <T>(number: 0 | 1, act: () => Promise<T>): Promise<T> => {
  countAttemptsIn(processes[number])
  return act()
}
const tryAs = (address: string, account: string) => countAttempt('signIn', createVisit({ address }), account)
const TOO_MANY = { code: 'too_many' }

beforeAll(async () => {
  configureAuth({ limits: { ...USUAL_LIMITS, signIn: { account: 3, address: 5, network: 7, minutes: 15 } } })
  processes = [await open(), await open()]
})
afterEach(async () => {
  await database.db.attemptCount.deleteMany()
})
afterAll(async () => {
  countAttemptsIn(memoryStore)
  configureAuth({ limits: USUAL_LIMITS })
  for (const stop of stops) await stop()
})

test('adds up attempts across processes', async () => {
  for (const number of [0, 1, 0] as const) await inProcess(number, () => tryAs(`10.${number}.0.1`, 'ada'))
  for (const number of [0, 1] as const)
    await expect(inProcess(number, () => tryAs('10.9.0.1', 'ada'))).rejects.toMatchObject(TOO_MANY)
  await inProcess(1, () => tryAs('10.9.0.2', 'grace'))
})

test('accepts a single-use secret in one process only', async () => {
  const use = (number: 0 | 1, secret: string) => inProcess(number, () => useOnce('oauth attempt', secret, 10))
  expect([await use(0, 'a'), await use(1, 'a'), await use(0, 'a'), await use(1, 'b')]).toEqual([
    true,
    false,
    false,
    true,
  ])
})

test('counts simultaneous attempts exactly', async () => {
  const counters = processes.map((store) => store.counter('together', { points: 10, minutes: 1 }))
  const tries = await Promise.allSettled(
    Array.from({ length: 60 }, (_, number) => counters[number % 2]!.consume('ada')),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  expect(
    tries
      .flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
      .every((reason) => reason instanceof RateLimiterRes && reason.msBeforeNext > 0),
  ).toBe(true)
})

test('does not query the database again for a blocked key, unless the block can be lifted', async () => {
  for (const [isFinal, outcome] of [
    [true, 'rejected'],
    [false, 'fulfilled'],
  ] as const) {
    const counter = processes[0].counter(`final: ${isFinal}`, { points: 1, minutes: 15, isFinal })
    await counter.consume('ada')
    await expect(counter.consume('ada')).rejects.toBeInstanceOf(RateLimiterRes)
    await database.db.attemptCount.deleteMany()
    expect((await Promise.allSettled([counter.consume('ada')]))[0].status).toBe(outcome)
  }
})

test('resets a count in all processes', async () => {
  for (let round = 0; round < 10; round++) {
    await inProcess(0, () => tryAs('10.0.0.1', 'ada'))
    await inProcess(1, () => forgiveAttempts('signIn', createVisit({ address: '10.0.0.1' }), 'ada'))
  }
  for (let attempt = 0; attempt < 3; attempt++) await inProcess(0, () => tryAs(`10.${attempt}.0.1`, 'grace'))
  await inProcess(1, () => forgiveAccount('signIn', 'grace'))
  await inProcess(0, () => tryAs('10.5.0.1', 'grace'))
})

test('counts each action separately', async () => {
  for (let attempt = 0; attempt < 3; attempt++) await inProcess(0, () => tryAs(`10.${attempt}.0.1`, '10.7.0.1'))
  await inProcess(0, () => tryAs('10.7.0.1', 'ada'))
  await inProcess(0, () => countAttempt('reset', createVisit({ address: '10.8.0.1' }), '10.7.0.1'))
})

test('stores neither accounts nor IP addresses', async () => {
  await inProcess(0, () => tryAs('203.0.113.77', `${'a'.repeat(5_000)}@example.test`))
  const rows = await database.db.attemptCount.findMany()
  expect(rows.map(({ points }) => points)).toEqual([1, 1, 1])
  for (const { key } of rows) expect(key).toMatch(/^[\w-]{43}$/)
})

test('falls back to a count in each process while the database is down', async () => {
  const counter = (await open('postgresql://nobody@127.0.0.1:1/none')).counter('x', { points: 3, minutes: 15 })
  for (let attempt = 0; attempt < 3; attempt++) await counter.consume('ada')
  await expect(counter.consume('ada')).rejects.toBeInstanceOf(RateLimiterRes)
  await counter.delete('ada')
  await counter.consume('ada')
})

test('starts counting again after the period, and deletes old counts', async () => {
  const counter = processes[0].counter('short', { points: 1, minutes: 15 })
  await counter.consume('ada')
  await expect(counter.consume('ada')).rejects.toBeInstanceOf(RateLimiterRes)
  expect(await forgetAttempts(database.db)).toBe(0)
  await database.db.attemptCount.updateMany({ data: { expire: Date.now() - 1 } })
  await counter.consume('ada')
  expect(await forgetAttempts(database.db, new Date(Date.now() + 16 * 60_000))).toBe(1)
  expect(await database.db.attemptCount.count()).toBe(0)
})
