import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listSizes, type SizeKey } from '#demo/catalogue/sizes.ts'
import { compareSizes, parseSize, sizeGroup, sizeKey, sizeKeys } from './sizes.ts'

const KEYS: SizeKey[] = [
  'uk',
  'eu',
  'us',
  'uk-shirt',
  'uk-trousers',
  'letter',
  'waist',
  'jeans',
  'eu-shoe',
  'uk-shoe',
  'us-shoe',
  'ring',
  'belt',
  'hat',
  'one',
]
const anything = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc
    .array(
      fc.constantFrom(
        'UK',
        'eu',
        'US',
        'IT',
        'size',
        'W',
        'L',
        'R',
        'XL',
        'x-large',
        'S',
        'M',
        'age',
        'years',
        'y',
        'm',
        'cm',
        '"',
        '/',
        '-',
        'x',
        ' ',
        ',',
        '.',
        '½',
        '12',
        '32',
        '34',
        '5',
        '00',
        '8',
        'B',
        'DD',
        'one',
        'petite',
      ),
    )
    .map((parts) => parts.join('')),
)

describe('parseSize', () => {
  test.each([
    ['UK 12', 'UK 12'],
    ['uk12', 'UK 12'],
    ['12 UK', 'UK 12'],
    ['UK12 ', 'UK 12'],
    ['UK size 12', 'UK 12'],
    ['UK-08', 'UK 8'],
    ['EU 38', 'EU 38'],
    ['EUR 38', 'EU 38'],
    ['IT 40', 'IT 40'],
    ['FR 38', 'FR 38'],
    ['US 8.5', 'US 8.5'],
    ['US 8½', 'US 8.5'],
    ['us 8,5', 'US 8.5'],
    ['US 00', 'US 00'],
    ['UK 6-8', 'UK 6-8'],
    ['UK J', 'UK J'],
    ['US M', 'M'],
    ['Medium', 'M'],
    ['med', 'M'],
    ['M', 'M'],
    ['X-Large', 'XL'],
    ['xl', 'XL'],
    ['2XL', 'XXL'],
    ['XXL', 'XXL'],
    ['3XL', '3XL'],
    ['XXS', 'XXS'],
    ['Extra Small', 'XS'],
    ['S/M', 'S/M'],
    ['S - M', 'S/M'],
    ['S-M', 'S/M'],
    ['x-small', 'XS'],
    ['size S', 'S'],
    ['W32', 'W32'],
    ['waist 32', 'W32'],
    ['W32 L34', 'W32 L34'],
    ['W32/L34', 'W32 L34'],
    ['w32l34', 'W32 L34'],
    ['32W 34L', 'W32 L34'],
    ['32/34', 'W32 L34'],
    ['32x34', 'W32 L34'],
    ['38R', '38R'],
    ['38 Regular', '38R'],
    ['34DD', '34DD'],
    ['One Size', 'One size'],
    ['OS', 'One size'],
    ['one-size', 'One size'],
    ['Free size', 'One size'],
    ['Age 5-6', 'Age 5-6'],
    ['5-6 years', 'Age 5-6'],
    ['5-6Y', 'Age 5-6'],
    ['5–6 yrs', 'Age 5-6'],
    ['12-18 months', '12-18 months'],
    ['85 cm', '85 cm'],
    ['85cm', '85 cm'],
    ['18"', '18 in'],
    ['12', '12'],
    ['size 12', '12'],
    ['7,5', '7.5'],
    ['8 ½', '8.5'],
  ])('%j is %s', (text, key) => expect(parseSize(text)).toBe(key))
  test.each([
    '',
    ' ',
    'Petite 10',
    'us',
    'it',
    'uk',
    'x',
    'dress',
    'M dress',
    'W99',
    '36/38',
    'M/S',
    '1234',
    'constructor',
    '__proto__',
    'UK 1234',
    '-',
    'size',
  ])('rejects %j', (text) => expect(parseSize(text)).toBeNull())
  test('does not change sizes of the demo', () => {
    const sizes = KEYS.flatMap((key) =>
      (['women', 'men', 'kids'] as const).flatMap((gender) => listSizes(key, gender)),
    ).flatMap((size) => (size?.startsWith('W') ? [size, `${size} L32`] : (size ?? [])))
    for (const size of sizes) expect(parseSize(size)).toBe(size)
  })
  test('never throws, is idempotent, and returns no commas', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const size = parseSize(text)
        if (size === null) return
        expect([parseSize(size), sizeKey(size), size.includes(',')]).toEqual([size, size, false])
        expect(sizeGroup(size)).not.toBe('Other')
      }),
      { numRuns: 2000 },
    )
  })
})

describe('sizeKey', () => {
  test.each([
    ['Petite 10', 'Petite 10'],
    [' Small, short ', 'Small short'],
    ['uk 12', 'UK 12'],
    ['36/38', '36/38'],
    ['Default Title', null],
    ['', null],
    ['-', null],
    [' , ', null],
    ['x'.repeat(99), 'x'.repeat(40)],
  ])('%j: %s', (label, key) => expect(sizeKey(label)).toBe(key))
  test('never throws, is idempotent, and returns at most 40 characters without commas', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const key = sizeKey(text)
        if (key === null) return
        expect([sizeKey(key), key.includes(','), key.length <= 40, key.isWellFormed() || !text.isWellFormed()]).toEqual(
          [key, false, true, true],
        )
      }),
      { numRuns: 2000 },
    )
  })
})

describe('compareSizes', () => {
  const ORDER = [
    'XXS',
    'XS',
    'S',
    'S/M',
    'M',
    'L',
    'L/XL',
    'XL',
    'XXL',
    '3XL',
    'UK 6',
    'UK 8',
    'UK 10',
    'UK J',
    'UK L',
    'EU 36',
    'EU 37.5',
    'EU 40',
    'US 00',
    'US 0',
    'US 2',
    'US 8.5',
    'US 10',
    'IT 40',
    'FR 38',
    '7.5',
    '12',
    'W28',
    'W28 L30',
    'W28 L32',
    'W32',
    '36R',
    '38R',
    '38S',
    '34B',
    '70 cm',
    '100 cm',
    '3-6 months',
    '12 months',
    'Age 1',
    'Age 3-4',
    'Age 11-12',
    'Petite 10',
    'Tall',
    'One size',
  ]
  test('sorts letter sizes first, then size systems, each from small to large', () =>
    expect([...ORDER].reverse().sort(compareSizes)).toEqual(ORDER))
  test('gives a total order for any keys', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...ORDER), anything), { maxLength: 12 }), (keys) => {
        const sorted = [...keys].sort(compareSizes)
        expect([...keys].reverse().sort(compareSizes)).toEqual(sorted)
        for (let at = 1; at < sorted.length; at++) expect(compareSizes(sorted[0]!, sorted[at]!)).toBeLessThanOrEqual(0)
      }),
    )
  })
})

describe('sizeGroup', () => {
  test.each([
    ['M', 'Letter'],
    ['S/M', 'Letter'],
    ['UK 12', 'UK'],
    ['EU 38', 'EU'],
    ['12', 'Number'],
    ['W32 L34', 'Waist'],
    ['38R', 'Chest'],
    ['Age 5-6', 'Age'],
    ['85 cm', 'Length'],
    ['Petite 10', 'Other'],
    ['UK large sort of', 'Other'],
    ['One size', 'One size'],
  ])('%s: %s', (key, group) => expect(sizeGroup(key)).toBe(group))
})

test.each([
  'W32 L34',
  'w32l34',
  'W32/L34',
  'W32-L34',
  'W 32 L 34',
  'W32 x L34',
  '32W 34L',
  '32W x 34L',
  '32W/34L',
  '32W34L',
  '32x34',
  '32 x 34',
  '32/34',
  'W32/34',
  '32/L34',
  'Waist 32 Leg 34',
  'Waist 32" Length 34"',
  '32" x 34"',
  'W32" L34"',
  'L34 W32',
  '34L/32W',
  'W32, L34',
  '32 waist 34 leg',
])('reads a waist and a leg length from %s', (label) => expect(parseSize(label)).toBe('W32 L34'))

test.each<[string, string | null]>([
  ['9 1/2', '9.5'],
  ['US 9 1/2', 'US 9.5'],
  ['UK 4½', 'UK 4.5'],
  ['40,5', '40.5'],
  ['EU 42.5', 'EU 42.5'],
  ...['EU 5 ½', 'EU 5½', 'eu 5 1/2', 'EU 5-1/2', 'EU 5,5', '5.5 EU', 'EU 5.50', 'EU5.5'].map(
    (label): [string, string] => [label, 'EU 5.5'],
  ),
  ...['EU 38 2/3', '38⅔ EU', 'EU 38 ⅔', 'EU 38-2/3', 'EU 38.67', 'EU 38,66', 'EU 38.667', 'EUR 38 2⁄3'].map(
    (label): [string, string] => [label, 'EU 38.67'],
  ),
  ['38 1/3', '38.33'],
  ['38⅓', '38.33'],
  ['11/2', null],
  ['2/3', null],
  ['36/38', null],
])('reads the fractional size %s as %s', (label, key) => expect(parseSize(label)).toBe(key))

test.each([
  ['UK 14/EU 42', ['UK 14', 'EU 42']],
  ['EU 39 - UK 6', ['EU 39', 'UK 6']],
  ['UK 8 (EU 36)', ['UK 8', 'EU 36']],
  ['38 EU / 5 UK', ['EU 38', 'UK 5']],
  ['UK 8-10 / EU 36-38', ['UK 8-10', 'EU 36-38']],
  ['S (UK 8-10)', ['UK 8-10', 'S']],
  ['UK 10-12', ['UK 10-12']],
  ['S/M', ['S/M']],
  ['36/38', ['36/38']],
  ['UK/EU 8/36', ['UK 8', 'EU 36']],
  ['EU/UK 36/3.5', ['EU 36', 'UK 3.5']],
  ['UK / EU 8 / 36', ['UK 8', 'EU 36']],
  ['UK|US|EU 5|7|38', ['UK 5', 'US 7', 'EU 38']],
  ['UK/EU 8-10/36-38', ['UK 8-10', 'EU 36-38']],
  ['UK/EU 8-36', ['UK 8', 'EU 36']],
  ['8/36 UK/EU', ['UK 8', 'EU 36']],
  ['8/36 (UK/EU)', ['UK 8', 'EU 36']],
  ['8 (UK) / 36 (EU)', ['UK 8', 'EU 36']],
  ['EU36/UK3', ['EU 36', 'UK 3']],
  ['UK 5½ / EU 38⅔', ['UK 5.5', 'EU 38.67']],
  ['UK/EU 8/36/40', ['UK/EU 8/36/40']],
  ['Fits UK 10 to EU 42', ['Fits UK 10 to EU 42']],
  ['N/A', []],
])('the keys of %s are %j', (label, keys) => expect(sizeKeys(label)).toEqual(keys))
