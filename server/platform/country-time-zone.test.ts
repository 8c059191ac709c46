import { describe, expect, test } from 'vitest'
import { businessTimeZone } from './business-time-zone.ts'
import { COUNTRY_CODES } from './countries.schema.ts'
import { countryOfTimeZone, mainTimeZone } from './country-time-zone.schema.ts'
import { isTimeZone } from './time-zone.schema.ts'

describe('countryOfTimeZone', () => {
  test.each([
    ['Europe/London', 'GB'],
    ['Europe/Berlin', 'DE'],
    ['Europe/Busingen', 'DE'],
    ['America/New_York', 'US'],
    ['America/Argentina/Buenos_Aires', 'AR'],
    // The same zone by its old and its new name.
    ['Asia/Calcutta', 'IN'],
    ['Asia/Kolkata', 'IN'],
    ['UTC', null],
    ['Etc/GMT+5', null],
    ['', null],
    ['Europe/Nowhere', null],
    ['GB', null],
    ['<script>/x', null],
    ['constructor/name', null],
    ['Europe', null],
    ['Europe/', null],
  ])('maps %j to %j', (timeZone, country) => expect(countryOfTimeZone(timeZone)).toBe(country))
  test('maps every zone that browsers report, except zones without a country', () => {
    const unknown = Intl.supportedValuesOf('timeZone').filter(
      (zone) => zone.includes('/') && countryOfTimeZone(zone) === null,
    )
    expect(unknown.filter((zone) => !zone.startsWith('Etc/'))).toEqual([])
  })
})

describe('mainTimeZone', () => {
  test.each([
    ['DE', 'Europe/Berlin'],
    ['GB', 'Europe/London'],
    // Countries with a different first zone in the table.
    ['ES', 'Europe/Madrid'],
    ['PT', 'Europe/Lisbon'],
    ['RU', 'Europe/Moscow'],
    ['US', 'America/New_York'],
    ['XX', null],
    ['', null],
    ['constructor', null],
  ])('maps %j to %j', (country, zone) => expect(mainTimeZone(country)).toBe(zone))
  test('returns a zone for each country, except two uninhabited islands', () => {
    const zones = COUNTRY_CODES.map((code) => [code, mainTimeZone(code)] as const)
    expect(zones.filter(([, zone]) => zone === null).map(([code]) => code)).toEqual(['BV', 'HM'])
    for (const [code, zone] of zones)
      if (zone !== null) expect([code, isTimeZone(zone), countryOfTimeZone(zone)]).toEqual([code, true, code])
  })
})

test.each([
  // A browser that hides its zone reports UTC.
  ['DE', 'UTC', 'Europe/Berlin'],
  ['DE', 'Europe/London', 'Europe/Berlin'],
  ['US', 'America/Los_Angeles', 'America/Los_Angeles'],
  ['US', 'UTC', 'America/New_York'],
  ['BV', 'Europe/Oslo', 'Europe/Oslo'],
])('a business in %j with a device in %j gets the zone %j', (country, device, zone) =>
  expect(businessTimeZone(country, device)).toBe(zone),
)
