import { expect, test } from 'vitest'
import { timeZoneChoices } from './time-zone-choices.server.ts'
import { formatIn, timeZoneName } from './time-zone.ts'

test('lists every zone once under its current name, with its current offset', () => {
  const offsets = (at: string) =>
    new Map(timeZoneChoices(new Date(at)).map(({ zone, offset }) => [timeZoneName(zone), offset]))
  const [winter, summer] = [offsets('2026-12-24T12:00Z'), offsets('2026-07-01T12:00Z')]
  expect(['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/New York'].map((name) => winter.get(name))).toEqual([
    '+00:00',
    '+01:00',
    '+05:30',
    '-05:00',
  ])
  expect(summer.get('Europe/Berlin')).toBe('+02:00')
  const names = [...winter.keys()]
  expect(names).toHaveLength(Intl.supportedValuesOf('timeZone').length + 1)
  expect([names[0], ...names.slice(1).toSorted()]).toEqual(names)
})

test('formats an unknown zone as UTC', () => {
  const time = (zone: string) => formatIn(zone, { hour: '2-digit', minute: '2-digit' }).format(new Date('2026-01-01'))
  expect(['Europe/Berlin', 'Atlantis/Capital'].map(time)).toEqual(['01:00', '00:00'])
})
