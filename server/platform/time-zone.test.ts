import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalTimeZone, chosenTimeZone, deviceTimeZone, isTimeZone, momentIn, shownIn } from './time-zone.schema.ts'

test.each([
  ['UTC', '2026-12-24T18:00', '2026-12-24T18:00:00.000Z'],
  ['Europe/Berlin', '2026-12-24T18:00', '2026-12-24T17:00:00.000Z'],
  ['Europe/Berlin', '2026-07-01T00:30', '2026-06-30T22:30:00.000Z'],
  ['America/New_York', '2026-11-01T00:30', '2026-11-01T04:30:00.000Z'],
  ['Asia/Kathmandu', '2026-01-01T05:45', '2026-01-01T00:00:00.000Z'],
  // Skipped in spring.
  ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
])('the clocks of %s show %s at %s', (zone, local, moment) => expect(momentIn(zone, local)?.toISOString()).toBe(moment))

test('rejects invalid times', () => {
  for (const local of ['', 'soon', '2026-13-01T00:00', '2026-01-01', '2026-01-01T00:00:00Z'])
    expect(momentIn('UTC', local)).toBeNull()
  expect([isTimeZone('Europe/Berlin'), isTimeZone('Nowhere/Land'), isTimeZone('')]).toEqual([true, false, false])
})

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['europe/berlin', 'Europe/Berlin'],
  ['Etc/UTC', 'UTC'],
  ['US/Eastern', 'America/New_York'],
  ['Nowhere/Land', null],
  ['+01:00', null],
  ['-0100', null],
  [' Europe/Berlin', null],
  ['x'.repeat(65), null],
])('%j is the zone %j', (name, zone) => {
  expect(canonicalTimeZone(name)).toBe(zone)
  expect(chosenTimeZone.safeParse(name).data ?? null).toBe(zone)
  expect(deviceTimeZone.parse(name)).toBe(zone ?? 'UTC')
})

test('treats both names of a zone as one, and keeps every supported name', () => {
  expect(canonicalTimeZone('Asia/Kolkata')).toBe(canonicalTimeZone('Asia/Calcutta'))
  for (const zone of Intl.supportedValuesOf('timeZone')) expect(canonicalTimeZone(zone)).toBe(zone)
  for (const nothing of [undefined, null, 7, {}]) expect(deviceTimeZone.parse(nothing)).toBe('UTC')
})

test('a displayed time parses to the same moment, except in the repeated hour', () =>
  fc.assert(
    fc.property(
      fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'),
      fc.integer({ min: 0, max: 66_000_000 }).map((minutes) => minutes * 60_000),
      (zone, moment) => {
        const read = momentIn(zone, shownIn(zone, new Date(moment)))?.getTime() ?? 0
        expect([0, 1_800_000, 3_600_000]).toContain(Math.abs(read - moment))
      },
    ),
    { numRuns: 300 },
  ))
