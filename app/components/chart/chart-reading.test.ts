import { expect, test } from 'vitest'
import { readingOf } from './chart-reading.ts'

const series = [{ name: 'Revenue', format: (value: number) => `£${value}` }]
const points = [
  { tick: '27 Nov', name: 'Fri, 27 November 2026', values: [9] },
  { tick: '28 Nov', name: 'Sat, 28 November 2026', values: [230] },
]

test('shows the date of the compared point in the previous period', () => {
  const before = { name: 'previous month', points: [{ name: 'Tue, 27 October 2026', value: 0 }] }
  const chart = { series, points, before, isUnfinished: true }
  expect(readingOf(chart, 0)).toBe('Fri, 27 November 2026: £9, previous month (Tue, 27 October 2026) £0')
  // No £0: the previous period has no such day.
  expect(readingOf(chart, 1)).toBe('Sat, 28 November 2026 (so far): £230')
})
