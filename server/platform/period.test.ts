import { describe, expect, test } from 'vitest'
import { growthPercent, periodRange } from './period.schema.ts'

describe('a period', () => {
  test.each([
    ['day', '2026-03-31T10:00:00Z', '2026-03-30T10:00:00Z', '2026-03-29T10:00:00Z'],
    ['week', '2026-03-31T10:00:00Z', '2026-03-24T10:00:00Z', '2026-03-17T10:00:00Z'],
    ['month', '2026-03-31T10:00:00Z', '2026-02-28T10:00:00Z', '2026-01-28T10:00:00Z'],
    ['month', '2026-01-15T00:00:00Z', '2025-12-15T00:00:00Z', '2025-11-14T00:00:00Z'],
    ['year', '2024-02-29T12:00:00Z', '2023-02-28T12:00:00Z', '2022-02-27T12:00:00Z'],
  ] as const)('%s that ends %s', (period, to, from, previousFrom) => {
    expect(periodRange(period, new Date(to))).toEqual({
      from: new Date(from),
      to: new Date(to),
      previousFrom: new Date(previousFrom),
    })
  })
})

test.each([
  [15, 10, 50],
  [10, 15, -33.3],
  [0, 4, -100],
  [4, 4, 0],
  [4, 0, null],
])('%i after %i is a growth of %s', (now, before, growth) => expect(growthPercent(now, before)).toBe(growth))
