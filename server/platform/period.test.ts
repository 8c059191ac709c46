import { describe, expect, test } from 'vitest'
import { datesOf, growthPercent, isPeriodChoice, periodRange, parsePeriod } from './period.schema.ts'

describe('a period', () => {
  test.each([
    ['day', '2026-03-31T10:00:00Z', '2026-03-30T10:00:00Z', '2026-03-29T10:00:00Z'],
    ['week', '2026-03-31T10:00:00Z', '2026-03-24T10:00:00Z', '2026-03-17T10:00:00Z'],
    ['month', '2026-03-31T10:00:00Z', '2026-02-28T10:00:00Z', '2026-01-28T10:00:00Z'],
    ['month', '2026-01-15T00:00:00Z', '2025-12-15T00:00:00Z', '2025-11-14T00:00:00Z'],
    ['year', '2024-02-29T12:00:00Z', '2023-02-28T12:00:00Z', '2022-02-27T12:00:00Z'],
  ] as const)(
    'of a %s ending %s has the right start, and the right start of the period before it',
    (period, to, from, previousFrom) => {
      expect(periodRange(period, new Date(to))).toEqual({
        from: new Date(from),
        to: new Date(to),
        previousFrom: new Date(previousFrom),
      })
    },
  )
})

test.each([
  [15, 10, 50],
  [10, 15, -33.3],
  [0, 4, -100],
  [4, 4, 0],
  [4, 0, null],
])('%i after %i is a growth of %s', (now, before, growth) => expect(growthPercent(now, before)).toBe(growth))

describe('a custom period between two dates', () => {
  test.each([
    ['2026-11-01', '2026-11-01', 1],
    ['2026-11-01', '2026-11-15', 15],
    ['2024-01-01', '2024-12-31', 366],
  ])('%s to %s has %i days', (first, last, days) => {
    expect(parsePeriod({ first, last, period: 'week' })).toEqual({ period: `${first}..${last}`, problem: null })
    expect(parsePeriod({ period: `${first}..${last}` }).period).toBe(`${first}..${last}`)
    expect(datesOf(`${first}..${last}`)).toEqual({ first, last, days })
  })
  test.each([
    ['', '2026-11-15', 'Enter both dates.'],
    ['2026-11-01', undefined, 'Enter both dates.'],
    ['2026-02-30', '2026-03-01', 'Enter both dates.'],
    ['2026-11-02', '2026-11-01', 'The first date must not be after the last date.'],
    ['2025-01-01', '2026-01-02', 'Choose at most 366 days.'],
  ])('%s to %s is refused with a reason, and the last month is shown', (first, last, problem) => {
    expect(parsePeriod({ first, last })).toEqual({
      period: 'month',
      problem: { first, last: last ?? '', text: problem },
    })
    expect(isPeriodChoice(`${first}..${last ?? ''}`)).toBe(false)
  })
  test.each([
    ['week', 'week'],
    ['decade', 'month'],
    ['2026-11-01..', 'month'],
    ['2026-11-01..2026-11-02..2026-11-03', 'month'],
    [undefined, 'month'],
  ])('reads %s in a URL as %s', (period, read) =>
    expect(parsePeriod({ period })).toEqual({ period: read, problem: null }),
  )
})
