import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { itemGtin } from './item-gtin.ts'
import { styleNumber } from './style-number.ts'

const digitsOf = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((all) => all.join(''))
/** Adds the check digit as the standard describes it: from the left of 13 digits, with weights 1, 3, 1, 3 ... */
const withCheck = (body: string) => {
  const sum = [...body.padStart(13, '0')].reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 3 : 1), 0)
  return body + String((10 - (sum % 10)) % 10)
}

describe('a GTIN', () => {
  test('is the same in 12, 13 and 14 digits, and with spaces or hyphens', () => {
    for (const text of ['614141000036', '0614141000036', '00614141000036', "'0-614141-000036", ' 6141 4100 0036 '])
      expect([text, itemGtin(text)]).toEqual([text, '00614141000036'])
    expect(itemGtin('40123455')).toBe('00000040123455')
  })

  test('is ignored if it is an internal number, a coupon, a carton or a placeholder', () => {
    for (const body of [
      '200000000001',
      '290000000001',
      '020000000001',
      '040000000001',
      '050000000001',
      '980123456789',
      '990123456789',
      '000000000000',
      '111111111111',
      '123456789012',
      '000001234567',
    ])
      expect([body, itemGtin(withCheck(body))]).toEqual([body, null])
    for (const body of ['0123456', '2123456', '1111111'])
      expect([body, itemGtin(withCheck(body))]).toEqual([body, null])
    expect(itemGtin(withCheck('1501234567890'))).toBeNull()
    for (const text of ['', null, 'n/a', '501234567890', '5012345678901', '12345'])
      expect([text, itemGtin(text)]).toEqual([text, null])
  })

  test('with one wrong digit is ignored', () => {
    fc.assert(
      fc.property(digitsOf(11), fc.nat(12), fc.integer({ min: 1, max: 9 }), (rest, at, by) => {
        const gtin = withCheck(`5${rest}`)
        if (itemGtin(gtin) === null) return
        expect(itemGtin(gtin)).toBe(`0${gtin}`)
        const wrong = [...gtin].map((digit, place) => (place === at ? (Number(digit) + by) % 10 : digit)).join('')
        expect(itemGtin(wrong)).toBeNull()
      }),
    )
  })

  test('is stable when normalised twice, and always has 14 digits or is null', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), digitsOf(12).map(withCheck)), (text) => {
        const gtin = itemGtin(text)
        if (gtin === null) return
        expect(gtin).toMatch(/^0\d{13}$/)
        expect(itemGtin(gtin)).toBe(gtin)
      }),
    )
  })
})

describe('a style number', () => {
  test('is the same with any separators', () => {
    for (const sku of ['AB-1234-BLK', 'ab 1234 blk', 'AB.1234/BLK', 'AB1234BLK', ' Ab_1234#blk '])
      expect([sku, styleNumber(sku)]).toEqual([sku, 'AB1234BLK'])
  })

  test('is ignored if it may be a store’s sequential number', () => {
    for (const sku of [
      '',
      null,
      '1234567',
      'AB-12',
      'BLK-XL-01',
      'SKU-000123',
      'item 4711001',
      'SKU-100234-XL',
      '100234-M',
      'P001234',
      'Größe-1234',
      'A'.repeat(30) + '12345678901',
    ])
      expect([sku, styleNumber(sku)]).toEqual([sku, null])
  })

  test('is stable when normalised twice', () => {
    fc.assert(
      fc.property(fc.string(), (sku) => {
        const style = styleNumber(sku)
        if (style !== null) expect(styleNumber(style)).toBe(style)
      }),
    )
  })
})
