import { describe, expect, test } from 'vitest'
import { formatAge, formatUntil } from './format-age.ts'

describe('an age', () => {
  test.each([
    [0, 'less than a minute ago'],
    [-5_000, 'less than a minute ago'],
    [59_999, 'less than a minute ago'],
    [60_000, '1 minute ago'],
    [20 * 60_000, '20 minutes ago'],
    [3_599_999, '59 minutes ago'],
    [3_600_000, '1 hour ago'],
    [47 * 3_600_000, '1 day ago'],
    [7 * 86_400_000, '7 days ago'],
  ])('of %d ms is %s', (ms, text) => expect(formatAge(ms)).toBe(text))
})

describe('a future time', () => {
  test.each([
    [-5_000, 'in less than a minute'],
    [59_999, 'in less than a minute'],
    [60_000, 'in 1 minute'],
    [3_599_999, 'in 60 minutes'],
    [23 * 3_600_000, 'in 23 hours'],
    [86_400_000, 'in 1 day'],
    [7 * 86_400_000 - 1_000, 'in 7 days'],
  ])('in %d ms is %s', (ms, text) => expect(formatUntil(ms)).toBe(text))
})
