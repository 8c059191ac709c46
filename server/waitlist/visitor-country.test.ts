import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { visitorCountry } from './visitor-country.schema.ts'

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
