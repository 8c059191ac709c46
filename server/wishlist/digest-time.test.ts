import { describe, expect, test } from 'vitest'
import { isDigestTime } from './digest-time.ts'

const NIGHT = { timeZone: 'UTC', quietFrom: 21, quietUntil: 8, lastDigestAt: null }
/** Returns the hours of a day (UTC) when an email may be sent. */
const hoursOf = (settings: Partial<typeof NIGHT>, day = '2026-07-01') =>
  Array.from({ length: 24 }, (_, hour) => hour).filter((hour) =>
    isDigestTime({ ...NIGHT, ...settings }, new Date(`${day}T${String(hour).padStart(2, '0')}:30:00Z`)),
  )
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n)

describe('quiet hours', () => {
  test('may span midnight', () => {
    expect(hoursOf({})).toEqual(range(8, 21))
  })
  test('may be within a day, or empty', () => {
    expect(hoursOf({ quietFrom: 9, quietUntil: 17 })).toEqual([...range(0, 9), ...range(17, 24)])
    expect(hoursOf({ quietFrom: 5, quietUntil: 5 })).toEqual(range(0, 24))
    expect(hoursOf({ quietFrom: 0, quietUntil: 23 })).toEqual([23])
  })
  test('use the time zone, in summer and in winter', () => {
    expect(hoursOf({ timeZone: 'Europe/Berlin' }, '2026-07-01')).toEqual(range(6, 19))
    expect(hoursOf({ timeZone: 'Europe/Berlin' }, '2026-12-01')).toEqual(range(7, 20))
    expect(hoursOf({ timeZone: 'Pacific/Auckland' }, '2026-07-01')).toEqual([...range(0, 9), ...range(20, 24)])
    // 08:00 there is 02:15 UTC, so 02:30 is late enough.
    expect(hoursOf({ timeZone: 'Asia/Kathmandu' })).toEqual(range(2, 15))
  })
  test('are correct on days with a clock change', () => {
    expect(hoursOf({ timeZone: 'America/New_York' }, '2026-03-08')).toEqual([0, 1, ...range(12, 24)])
    expect(hoursOf({ timeZone: 'America/New_York' }, '2026-11-01')).toEqual([0, ...range(13, 24)])
  })
  test('use UTC if the time zone is unknown', () => {
    expect(hoursOf({ timeZone: 'Atlantis/Capital' })).toEqual(range(8, 21))
  })
})

describe('one email a day', () => {
  const at = (lastDigestAt: string, now: string, timeZone = 'UTC') =>
    isDigestTime({ timeZone, quietFrom: 0, quietUntil: 0, lastDigestAt: new Date(lastDigestAt) }, new Date(now))
  test('is sent on the next day at the earliest, and at least 20 hours after the last one', () => {
    expect(at('2026-07-01T00:00:00Z', '2026-07-01T23:59:59Z')).toBe(false)
    expect(at('2026-07-01T20:00:00Z', '2026-07-02T15:59:59Z')).toBe(false)
    expect(at('2026-07-01T20:00:00Z', '2026-07-02T16:00:00Z')).toBe(true)
  })
  test("uses days in the shopper's time zone", () => {
    // 01:00 and 23:00 of one day in Los Angeles.
    expect(at('2026-07-01T08:00:00Z', '2026-07-02T06:00:00Z', 'America/Los_Angeles')).toBe(false)
    expect(at('2026-07-01T08:00:00Z', '2026-07-02T06:00:00Z')).toBe(true)
  })
})
