import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PERIODS } from '#server/platform/period.schema.ts'
import { startBefore } from './local-clock.ts'
import { piecesOf } from './pieces.ts'
import { barsBefore, barsOf, daysBefore, daysOf, lastBars, spanOf, type Bar } from './span.ts'

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'America/Havana',
]
const QUARTER_MS = 900_000
const zone = fc.constantFrom(...ZONES)
const period = fc.constantFrom(...PERIODS)
/** Includes the year when Apia skipped a day. */
const moment = fc.oneof(
  fc.integer({ min: Date.UTC(2023, 0, 1), max: Date.UTC(2028, 0, 1) }),
  fc.integer({ min: Date.UTC(2011, 11, 20), max: Date.UTC(2012, 0, 10) }),
  fc
    .integer({ min: Date.UTC(2026, 2, 28) / QUARTER_MS, max: Date.UTC(2026, 3, 6) / QUARTER_MS })
    .map((n) => n * QUARTER_MS),
  fc
    .integer({ min: Date.UTC(2026, 9, 3) / QUARTER_MS, max: Date.UTC(2026, 10, 3) / QUARTER_MS })
    .map((n) => n * QUARTER_MS),
)
const clocks = new Map(
  ZONES.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
  ]),
)
/** Returns local time, such as '2026-11-23 14:00:00'. */
const clockAt = (timeZone: string, at: Date) => clocks.get(timeZone)?.format(at) ?? ''

function expectCovered(bars: Bar[], from: Date, to: Date): void {
  let at = from.getTime()
  for (const bar of bars) {
    expect(bar.from.getTime()).toBe(at)
    expect(bar.to.getTime()).toBeGreaterThan(at)
    at = bar.to.getTime()
  }
  expect(at).toBe(to.getTime())
}

test('bars cover the period without gaps, align to local hours, days and months, and end now', () => {
  fc.assert(
    fc.property(zone, period, moment, (timeZone, each, at) => {
      const now = new Date(at)
      const span = spanOf(each, now, timeZone)
      const bars = barsOf(each, span)
      expectCovered(bars, span.from, now)
      for (const { from, label } of bars.slice(1)) {
        const shown = clockAt(timeZone, from)
        expect(shown.replace(' ', 'T').startsWith(label)).toBe(true)
        expect(shown).toMatch(each === 'day' ? /:(00|30):00$/ : each === 'year' ? /-01 0\d:00:00$/ : / 0\d:00:00$/)
      }
      const before = barsBefore(bars, each, span)
      expect(before).toHaveLength(bars.length)
      expectCovered(before, span.previousFrom, span.from)
    }),
    { numRuns: 500 },
  )
})

test('the last seven days and the seven before consist of whole days in the time zone', () => {
  fc.assert(
    fc.property(zone, moment, (timeZone, at) => {
      const now = new Date(at)
      const days = lastBars('day', 7, now, timeZone)
      const [first] = days
      if (!first) throw new Error('No days.')
      expectCovered(days, first.from, now)
      expect(clockAt(timeZone, first.from)).toMatch(/ 0[01]:00:00$/)
      const before = daysBefore(7, first.from, timeZone)
      expectCovered(before, before[0]?.from ?? now, first.from)
    }),
    { numRuns: 40 },
  )
})

test.each([
  ['Europe/Berlin', '2026-03-29T12:00:00Z', 23],
  ['Europe/Berlin', '2026-10-25T12:00:00Z', 25],
  ['Australia/Lord_Howe', '2026-10-03T20:00:00Z', 23.5],
  ['Asia/Kathmandu', '2026-10-25T12:00:00Z', 24],
])('a day in %s around %s has %s hours', (timeZone, at, hours) => {
  const now = new Date(new Date(at).getTime() + 2 * 86_400_000)
  const day = lastBars('day', 7, now, timeZone).find(({ from, to }) => from <= new Date(at) && new Date(at) < to)
  expect(((day?.to.getTime() ?? 0) - (day?.from.getTime() ?? 0)) / 3_600_000).toBe(hours)
})

test.each([
  ['month', 'UTC', '2026-03-31T10:00:00Z', '2026-02-28T10:00:00.000Z'],
  ['month', 'Europe/Berlin', '2026-04-15T10:00:00Z', '2026-03-15T11:00:00.000Z'],
  ['year', 'UTC', '2028-02-29T10:00:00Z', '2027-02-28T10:00:00.000Z'],
  ['week', 'Europe/Berlin', '2026-03-30T10:00:00Z', '2026-03-23T10:00:00.000Z'],
  // The first of March has already begun in this zone.
  ['month', 'Pacific/Auckland', '2026-02-28T20:00:00Z', '2026-01-31T20:00:00.000Z'],
] as const)('a %s of %s that ends at %s begins at %s', (each, timeZone, now, from) =>
  expect(spanOf(each, new Date(now), timeZone).from.toISOString()).toBe(from),
)

test('treats an unknown time zone as UTC', () =>
  expect(lastBars('day', 1, new Date('2026-05-05T05:05:00Z'), 'Nowhere/Land')[0]?.label).toBe('2026-05-05'))

test('splits any period into months, days, quarter-hours and raw rows, without gaps or overlaps', () =>
  fc.assert(
    fc.property(
      moment,
      fc.nat({ max: 90_000_000 * 90 }),
      fc.option(moment),
      zone,
      (from, length, settledTo, timeZone) => {
        const settled = settledTo === null ? Infinity : Math.floor(settledTo / QUARTER_MS) * QUARTER_MS
        let at = from
        for (const piece of piecesOf(from, from + length, { timeZone, settledTo: settled })) {
          expect(piece.from).toBe(at)
          expect(piece.to).toBeGreaterThan(at)
          at = piece.to
          if (piece.level === 'raw') continue
          expect(piece.to).toBeLessThanOrEqual(settled)
          for (const edge of [piece.from, piece.to])
            expect(
              piece.level === 'quarter' ? edge % QUARTER_MS : edge - startBefore(piece.level, timeZone, edge, 0),
            ).toBe(0)
        }
        expect(at).toBe(from + length)
      },
    ),
  ))

test('splits a period between two midnights into whole days', () =>
  expect(
    piecesOf(Date.parse('2026-06-30T22:00:00Z'), Date.parse('2026-07-15T22:00:00Z'), { timeZone: 'Europe/Berlin' }),
  ).toEqual([{ level: 'day', from: Date.parse('2026-06-30T22:00:00Z'), to: Date.parse('2026-07-15T22:00:00Z') }]))

test('covers whole days between two dates, up to now, and the preceding period', () => {
  const date = fc.integer({ min: Date.UTC(2023, 0, 1) / 86_400_000, max: Date.UTC(2027, 0, 1) / 86_400_000 })
  fc.assert(
    fc.property(zone, date, fc.integer({ min: 0, max: 365 }), moment, (timeZone, first, more, at) => {
      const text = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)
      const choice = `${text(first)}..${text(first + more)}` as const
      const now = new Date(at)
      const span = spanOf(choice, now, timeZone)
      expect(clockAt(timeZone, span.from)).toMatch(new RegExp(`^${text(first)} 0[01]:00:00$`))
      expect(span.to.getTime()).toBeGreaterThanOrEqual(span.from.getTime())
      if (span.to > span.from && span.to < now)
        expect(clockAt(timeZone, new Date(span.to.getTime() - 1)).slice(0, 10)).toBe(text(first + more))
      else expect([span.from.getTime(), at]).toContain(span.to.getTime())
      const bars = barsOf(choice, span)
      expectCovered(bars, span.from, span.to)
      expect(bars.length).toBeLessThanOrEqual(62)
      expectCovered(daysOf(choice, span), span.from, span.to)
      expectCovered(barsBefore(bars, choice, span), span.previousFrom, span.from)
    }),
    { numRuns: 40 },
  )
})
