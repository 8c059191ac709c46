import { expect, test } from 'vitest'
import { pauseTime } from './pause-time.ts'

test("formats the date and time in the store's time zone", () => {
  const date = new Date('2026-07-01T22:30:00Z')
  expect(pauseTime(date, 'UTC')).toBe('1 July 2026, 22:30 (UTC)')
  expect(pauseTime(date, 'Europe/Berlin')).toBe('2 July 2026, 00:30 (Europe/Berlin)')
  expect(pauseTime(date, 'America/New_York')).toBe('1 July 2026, 18:30 (America/New York)')
})
