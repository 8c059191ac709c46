import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AddressLimit } from './address-limit.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'], now: new Date('2026-11-20T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const allowed = (limit: AddressLimit, address: string, times: number) =>
  Array.from({ length: times }, () => limit.allows(address)).filter(Boolean).length

describe('AddressLimit', () => {
  test('allows the limit in each period', () => {
    const limit = new AddressLimit(3, 60_000)
    expect([allowed(limit, '203.0.113.7', 9), allowed(limit, '203.0.113.8', 2)]).toEqual([3, 2])
    vi.advanceTimersByTime(59_999)
    expect(limit.allows('203.0.113.7')).toBe(false)
    vi.advanceTimersByTime(1)
    expect(allowed(limit, '203.0.113.7', 9)).toBe(3)
  })
  test('counts all addresses of an IPv6 subscriber as one', () => {
    const limit = new AddressLimit(3, 60_000)
    const hosts = Array.from({ length: 9 }, (_, host) => limit.allows(`2001:db8:1:2:${host}::1`))
    expect([hosts.filter(Boolean).length, limit.allows('2001:db8:1:3::1')]).toEqual([3, true])
  })
  test('counts reservations until they are released', () => {
    const limit = new AddressLimit(3, 60_000)
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
  test('locks nobody out when the clock is set back', () => {
    const limit = new AddressLimit(1, 60_000)
    expect(allowed(limit, '203.0.113.7', 2)).toBe(1)
    vi.setSystemTime(Date.now() - 3_600_000)
    vi.advanceTimersByTime(60_000)
    expect(limit.allows('203.0.113.7')).toBe(true)
  })
})

test('reports the remaining count without changing it', () => {
  const limit = new AddressLimit(2, 60_000)
  expect(limit.left('192.0.2.1')).toEqual({ count: 2, seconds: 60 })
  limit.allows('192.0.2.1')
  limit.allows('192.0.2.1')
  limit.allows('192.0.2.1')
  expect(limit.left('192.0.2.1')).toMatchObject({ count: 0 })
  expect(limit.left('192.0.2.2')).toMatchObject({ count: 2 })
})
