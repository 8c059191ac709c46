import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countryOfTimeZone, visitorCountry } from './visitor-country.schema.ts'

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
  test('knows every zone that browsers report, except zones without a country', () => {
    const unknown = Intl.supportedValuesOf('timeZone').filter(
      (zone) => zone.includes('/') && countryOfTimeZone(zone) === null,
    )
    expect(unknown.filter((zone) => !zone.startsWith('Etc/'))).toEqual([])
  })
})

describe('visitorCountry', () => {
  test.each([
    [{ edge: 'PL', timeZone: 'Europe/London', language: 'US' }, 'Poland'],
    [{ edge: null, timeZone: 'Europe/London', language: 'US' }, 'United Kingdom'],
    [{ timeZone: 'UTC', language: 'US' }, 'United States'],
    [{ timeZone: '', language: 'Unknown' }, 'Unknown'],
    [{}, 'Unknown'],
    [{ edge: 'ZZ', timeZone: 'Asia/Tokyo' }, 'Japan'],
    [{ edge: 'XX', language: 'T1' }, 'Unknown'],
  ])('maps %j to %s', (given, country) => expect(visitorCountry(given)).toBe(country))
  test('accepts any input', () => {
    const anything = fc.option(fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(anything, anything, anything, (edge, timeZone, language) => {
        expect(visitorCountry({ edge, timeZone, language })).toMatch(/\S/)
      }),
    )
  })
})
