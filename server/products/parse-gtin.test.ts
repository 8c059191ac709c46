import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseGtin } from './parse-gtin.ts'

test.each([
  ['4006381333931', '4006381333931'],
  ['96385074', '96385074'],
  ['036000291452', '036000291452'],
  ['00036000291452', '00036000291452'],
  ["'036000291452", '036000291452'],
  [' 978-3-16-148410-0 ', '9783161484100'],
])('keeps %j', (text, gtin) => expect(parseGtin(text)).toBe(gtin))

test.each([['4006381333932'], ['12345'], [''], ['4.00638E+12'], ['ABC'], ['40063813339310000'], ['123456789']])(
  'rejects %j',
  (text) => expect(parseGtin(text)).toBeNull(),
)

test('rejects a number with any single digit changed', () => {
  fc.assert(
    fc.property(fc.nat(12), fc.integer({ min: 1, max: 9 }), (place, step) => {
      const digits = [...'4006381333931'].map(Number)
      digits[place] = ((digits[place] ?? 0) + step) % 10
      expect(parseGtin(digits.join(''))).toBeNull()
    }),
  )
})
