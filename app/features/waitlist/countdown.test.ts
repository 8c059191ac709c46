import fc from 'fast-check'
import { expect, test } from 'vitest'
import { timeLeft } from './countdown.tsx'

const LAUNCH = Date.parse('2025-09-01T00:00:00Z')

test.each([
  ['2025-08-31T23:59:59Z', [0, 0, 0, 1]],
  ['2025-08-31T23:59:59.999Z', [0, 0, 0, 1]],
  ['2025-08-31T00:00:00Z', [1, 0, 0, 0]],
  ['2025-06-29T19:55:04Z', [63, 4, 4, 56]],
  ['2025-09-01T00:00:00Z', [0, 0, 0, 0]],
  ['2031-01-01T00:00:00Z', [0, 0, 0, 0]],
])('the time left at %s is %j', (now, [days, hours, minutes, seconds]) =>
  expect(timeLeft(LAUNCH, Date.parse(now))).toEqual({ days, hours, minutes, seconds }),
)
test('days, hours, minutes and seconds add up to the time left, and are zero for invalid dates', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 9 }), (seconds) => {
      const left = timeLeft(LAUNCH, LAUNCH - seconds * 1000)
      expect(left.days * 86_400 + left.hours * 3600 + left.minutes * 60 + left.seconds).toBe(seconds)
      expect(Math.max(left.hours / 24, left.minutes / 60, left.seconds / 60)).toBeLessThan(1)
    }),
  )
  expect(timeLeft(Number.NaN, LAUNCH)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 })
})
