import { RateLimiterMemory } from 'rate-limiter-flexible'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RateLimit } from './rate-limit.ts'
import { shareCounts, type SharedCounts } from './shared-counts.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'], now: new Date('2026-11-20T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const allowed = (limit: RateLimit, address: string, times: number) =>
  Array.from({ length: times }, () => limit.allows(address)).filter(Boolean).length

describe('RateLimit', () => {
  test('allows the limit in each period', () => {
    const limit = new RateLimit('tests', 3, 60_000)
    expect([allowed(limit, '203.0.113.7', 9), allowed(limit, '203.0.113.8', 2)]).toEqual([3, 2])
    vi.advanceTimersByTime(59_999)
    expect(limit.allows('203.0.113.7')).toBe(false)
    vi.advanceTimersByTime(1)
    expect(allowed(limit, '203.0.113.7', 9)).toBe(3)
  })
  test('counts all addresses of an IPv6 subscriber as one', () => {
    const limit = new RateLimit('tests', 3, 60_000)
    const hosts = Array.from({ length: 9 }, (_, host) => limit.allows(`2001:db8:1:2:${host}::1`))
    expect([hosts.filter(Boolean).length, limit.allows('2001:db8:1:3::1')]).toEqual([3, true])
  })
  test('counts reservations until they are released', () => {
    const limit = new RateLimit('tests', 3, 60_000)
    const [first, , third] = Array.from({ length: 3 }, () => limit.reserve('203.0.113.7'))
    expect(limit.reserve('203.0.113.7')).toBeNull()
    first?.()
    expect([limit.reserve('203.0.113.7'), limit.reserve('203.0.113.7')]).toEqual([expect.any(Function), null])
    // Taking back a count in the next minute does not change that minute's count.
    vi.advanceTimersByTime(60_000)
    expect(allowed(limit, '203.0.113.7', 2)).toBe(2)
    third?.()
    expect(allowed(limit, '203.0.113.7', 2)).toBe(1)
  })
  test('locks nobody out after the clock is set back', () => {
    const limit = new RateLimit('tests', 1, 60_000)
    expect(allowed(limit, '203.0.113.7', 2)).toBe(1)
    vi.setSystemTime(Date.now() - 3_600_000)
    vi.advanceTimersByTime(60_000)
    expect(limit.allows('203.0.113.7')).toBe(true)
  })
})

test('reports the remaining count without changing it', () => {
  const limit = new RateLimit('tests', 2, 60_000)
  expect(limit.left('192.0.2.1')).toEqual({ count: 2, seconds: 60 })
  limit.allows('192.0.2.1')
  limit.allows('192.0.2.1')
  limit.allows('192.0.2.1')
  expect(limit.left('192.0.2.1')).toMatchObject({ count: 0 })
  expect(limit.left('192.0.2.2')).toMatchObject({ count: 2 })
})

describe('two processes that share counts', () => {
  const named = () => new RateLimit('shared', 4, 60_000)
  /** Shares counts in memory, as Redis does. */
  const share = () => {
    const limiter = new RateLimiterMemory({ points: 1, duration: 1 })
    const add = vi.fn<SharedCounts['add']>(async (key, points, seconds) => {
      const { consumedPoints, msBeforeNext } = await limiter.penalty(key, points, { customDuration: seconds })
      return { count: consumedPoints, msLeft: msBeforeNext }
    })
    shareCounts({ add })
    return add
  }
  /** Asks the processes in turn. */
  const inTurn = async (limits: RateLimit[], times: number) => {
    let allowed = 0
    for (let n = 0; n < times; n++) {
      if (limits[n % limits.length]?.allows('203.0.113.7')) allowed++
      await settled()
    }
    return allowed
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  afterEach(() => shareCounts(null))

  test('allow as many events as one process alone, or one more for each further process', async () => {
    share()
    expect(await inTurn([named()], 9)).toBe(4)
    shareCounts(null)
    expect(await inTurn([named(), named()], 20)).toBe(8)
    share()
    expect(await inTurn([named(), named()], 20)).toBeLessThanOrEqual(5)
  })
  test('share events, and give back reservations that are released', async () => {
    share()
    const [first, second] = [named(), named()]
    expect(second.takes('203.0.113.7', 5)).toBe(false)
    expect(first.takes('203.0.113.7', 2)).toBe(true)
    await settled()
    const takeBack = second.reserve('203.0.113.7')
    await settled()
    expect(second.left('203.0.113.7').count).toBe(1)
    takeBack?.()
    await settled()
    expect([second.left('203.0.113.7').count, second.takes('203.0.113.7', 3)]).toEqual([2, false])
  })
  test('reset together when the period ends', async () => {
    share()
    const [first, second] = [named(), named()]
    await inTurn([first], 9)
    vi.advanceTimersByTime(30_000)
    await inTurn([second], 1)
    expect(second.left('203.0.113.7')).toEqual({ count: 0, seconds: 30 })
    vi.advanceTimersByTime(30_000)
    expect(await inTurn([second], 9)).toBe(4)
  })
  test('batch many events into one request, and send none after the limit', async () => {
    const add = share()
    const limit = new RateLimit('many', 100, 60_000)
    for (let n = 0; n < 150; n++) limit.allows('203.0.113.7')
    await settled()
    expect(add.mock.calls.map(([, points]) => points)).toEqual([1, 100])
    limit.allows('203.0.113.7')
    await settled()
    expect(add).toHaveBeenCalledTimes(2)
  })
  test('count separately while the shared counts are not available, and send their events later', async () => {
    const add = share()
    add.mockResolvedValue(null)
    const limit = named()
    expect(await inTurn([limit], 9)).toBe(4)
    const sent = share()
    await inTurn([limit], 2)
    expect(sent.mock.calls.map(([, points]) => points)).toEqual([5])
    // A process learns the others' count from its first event.
    expect(await inTurn([named()], 9)).toBe(1)
  })
})
