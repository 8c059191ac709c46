import { expect, test } from 'vitest'
import { rangeText } from './range-chip.tsx'

test.each([
  ['2026-11-23T00:00:00Z', '2026-11-24T00:00:00Z', 'UTC', '23 November 2026'],
  ['2026-11-22T23:00:00Z', '2026-11-23T23:00:00Z', 'Europe/Berlin', '23 November 2026'],
  ['2026-11-23T00:00:00Z', '2026-11-24T00:00:00Z', 'Atlantis/Capital', '23 November 2026'],
  ['2026-11-23T00:00:00Z', '2026-11-23T14:05:00Z', 'UTC', '23 November 2026'],
  ['2026-11-23T14:00:00Z', '2026-11-23T15:00:00Z', 'UTC', '23 November 2026, 14:00 to 15:00'],
  ['2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z', 'UTC', 'October 2026'],
  ['2026-10-23T14:05:00Z', '2026-11-23T14:05:00Z', 'UTC', '23 October 2026 to 23 November 2026'],
  ['2026-10-23T14:05:00Z', undefined, 'UTC', 'since 23 October 2026'],
  [undefined, '2026-10-23T14:05:00Z', 'UTC', 'before 23 October 2026'],
])('formats %s to %s in %s as %s', (from, to, timeZone, text) => expect(rangeText(from, to, timeZone)).toBe(text))
