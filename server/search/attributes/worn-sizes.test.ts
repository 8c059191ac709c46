import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EQUIVALENCE_TABLES } from './size-equivalents.ts'
import { listedSize, parseSizeOfKind, SIZE_KINDS, sizeName, sizeOfKind } from './size-kinds.ts'
import { wornSizes, type SizedProduct } from './worn-sizes.ts'

const dress: SizedProduct = {
  categorySlugs: ['day-dresses', 'dresses'],
  gender: 'women',
  currency: 'GBP',
  sizeRows: null,
}
const shoe = { ...dress, categorySlugs: ['trainers', 'shoes'] }
const jeans = { ...dress, categorySlugs: ['slim-jeans', 'denim'], gender: 'men' }
const row = (label: string, chest: number, waist: number, hip: number) => ({
  label,
  key: label,
  body: { chest: [chest, chest + 40], waist: [waist, waist + 40], hip: [hip, hip + 40] } as Record<
    string,
    [number, number]
  >,
})

describe('wornSizes', () => {
  test.each<[string, string[], Partial<SizedProduct>, string[]]>([
    ['a British dress', ['UK 12'], {}, ['UK 12', 'UK 12 women']],
    ['a European dress', ['EU 40'], {}, ['EU 40', 'UK 12 women']],
    ['an American dress', ['US 8'], {}, ['UK 12 women', 'US 8']],
    ['an Italian dress', ['IT 44'], {}, ['IT 44', 'UK 12 women']],
    ['a size range', ['UK 10-14'], {}, ['UK 10 women', 'UK 10-14', 'UK 12 women', 'UK 14 women']],
    ['a number in a British store', ['12'], {}, ['12', 'UK 12', 'UK 12 women']],
    ['a number in an American store', ['8'], { currency: 'USD' }, ['8', 'UK 12 women', 'US 8']],
    ['a European number anywhere', ['40'], { currency: 'USD' }, ['40', 'EU 40', 'UK 12 women']],
    ['a letter', ['M'], {}, ['M']],
    ['two letters', ['S/M'], {}, ['M', 'S', 'S/M']],
    ['two systems', ['UK 14/EU 42'], {}, ['EU 42', 'UK 14', 'UK 14 women']],
    ['two systems, one in brackets', ['UK 8 (EU 36)'], {}, ['EU 36', 'UK 8', 'UK 8 women']],
    ['a letter with its number', ['M (UK 12)'], {}, ['M', 'UK 12', 'UK 12 women']],
    ['a size range without a system', ['36/38'], {}, ['36/38']],
    ['three systems', ['UK 10 | US 6 | EU 38'], {}, ['EU 38', 'UK 10', 'UK 10 women', 'US 6']],
    ['half a size as a fraction', ['US 9 1/2'], {}, ['US 9.5', 'US 9.5 women']],
    ['two systems before two numbers', ['UK/EU 8/36'], {}, ['EU 36', 'UK 8', 'UK 8 women']],
    ['an unknown number', ['EU 33'], {}, ['EU 33', 'EU 33 women']],
    ['one size', ['One size'], {}, ['One size']],
  ])('lists the sizes of %s', (_, labels, also, sizes) =>
    expect(wornSizes(labels, { ...dress, ...also })).toEqual(sizes.sort()),
  )

  test.each<[string, SizedProduct, string[], string[]]>([
    ["women's shoes", shoe, ['EU 38'], ['EU 38', 'UK 5 women shoes']],
    [
      'shoes in thirds',
      shoe,
      ['38 2/3', 'EU 40⅓'],
      ['38.67', 'EU 38.67', 'EU 40.33', 'UK 5.5 women shoes', 'UK 7.5 women shoes'],
    ],
    ["men's shoes", { ...shoe, gender: 'men' }, ['EU 41'], ['EU 41', 'UK 7 men shoes']],
    ['unisex shoes', { ...shoe, gender: 'unisex' }, ['EU 41'], ['EU 41', 'UK 7 men shoes', 'UK 8 women shoes']],
    ["kids' shoes", { ...shoe, gender: 'kids' }, ['EU 28'], ['EU 28', 'EU 28 kids shoes']],
    ['jeans', jeans, ['32x34', 'W33 L34'], ['L34', 'W32', 'W32 L34', 'W33', 'W33 L34']],
    [
      'a jacket',
      { ...jeans, categorySlugs: ['blazers', 'coats-jackets'] },
      ['40R', 'EU 50'],
      ['40R', 'EU 50', 'UK 40 men'],
    ],
    [
      "a Swedish store's jackets",
      { ...jeans, categorySlugs: ['coats-jackets'], currency: 'SEK' },
      ['48'],
      ['48', 'EU 48', 'UK 38 men'],
    ],
    ['half a shoe in a Canadian store', { ...shoe, currency: 'CAD' }, ['7½'], ['7.5', 'UK 5.5 women shoes', 'US 7.5']],
    ['jeans in inches', jeans, ['32', '36'], ['32', '36', 'W32', 'W36']],
    ["women's jeans", { ...jeans, gender: 'women' }, ['28', '38'], ['28', '38', 'EU 38', 'UK 10 women', 'W28']],
    ['a ring', { ...dress, categorySlugs: ['rings'] }, ['L', 'UK N'], ['UK L', 'UK L rings', 'UK N', 'UK N rings']],
    ['a child', { ...dress, gender: 'girls' }, ['5', '5-6 years', '104 cm'], ['104 cm', '5', 'Age 5', 'Age 5-6']],
    [
      'a belt',
      { ...dress, categorySlugs: ['belts', 'accessories'] },
      ['EU 90', '80 cm'],
      ['80 cm', 'EU 90', 'EU 90 other'],
    ],
    ['a bra', { ...dress, categorySlugs: ['bras', 'swim-lingerie'] }, ['34DD'], ['34DD']],
  ])('derives the sizes of %s', (_, product, labels, sizes) => expect(wornSizes(labels, product)).toEqual(sizes))

  test('converts a letter size with the size table of its brand', () => {
    const small = [row('S', 800, 620, 880), row('M', 850, 670, 930), row('L', 900, 720, 980)]
    const roomy = [row('S', 900, 720, 980), row('M', 950, 770, 1030), row('L', 1000, 820, 1080)]
    expect(wornSizes(['M'], { ...dress, sizeRows: small })).toEqual(['M', 'UK 10 women'])
    expect(wornSizes(['L'], { ...dress, sizeRows: small })).toEqual(['L', 'UK 12 women'])
    expect(wornSizes(['S'], { ...dress, sizeRows: roomy })).toEqual(['S', 'UK 12 women'])
    // A number is a standard size, whatever the brand's measurements.
    expect(wornSizes(['UK 8'], { ...dress, sizeRows: [{ ...row('UK 8', 900, 720, 980) }] })).toEqual([
      'UK 8',
      'UK 8 women',
    ])
  })

  test('gives equivalent labels the same size', () => {
    const tables = EQUIVALENCE_TABLES.flatMap((table) => {
      const [category] = table.categories
      return [...table.rowOf].map(([size, row]) => ({ size, row, category: category ?? '', gender: table.audience }))
    })
    fc.assert(
      fc.property(fc.constantFrom(...tables), fc.constantFrom('GBP', 'EUR', 'USD', 'CAD'), (one, currency) => {
        const product = { categorySlugs: [one.category], gender: one.gender, currency, sizeRows: null }
        const keys = (label: string) => wornSizes([label], product).filter((key) => parseSizeOfKind(key))
        expect(keys(one.size)).toHaveLength(1)
        for (const other of one.row) expect(keys(other)).toEqual(keys(one.size))
      }),
    )
  })
})

describe('a size with its kind', () => {
  test('can be written and read back', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SIZE_KINDS),
        fc.constantFrom('UK 99', 'EU 133', 'US 99.5', 'UK Z'),
        (kind, size) => {
          expect(parseSizeOfKind(sizeOfKind(size, kind))).toEqual({ size, kind })
        },
      ),
    )
    expect(parseSizeOfKind('Large women')).toBeNull()
    expect(parseSizeOfKind('UK 12')).toBeNull()
  })
  test('is shown in the size system of the reader', () => {
    expect(listedSize('UK 12 women', 'UK')).toEqual({ list: 'women', heading: 'Women’s clothes (UK)', label: '12' })
    expect(listedSize('UK 12 women', 'EU')).toEqual({ list: 'women', heading: 'Women’s clothes (EU)', label: '40' })
    expect(listedSize('EU 33 women', 'US')).toMatchObject({ heading: 'Women’s clothes (US)', label: 'EU 33' })
    expect(sizeName('UK 5 women shoes', 'US')).toBe('Women’s shoes US 7')
    expect(sizeName('UK L rings', 'EU')).toBe('Ring UK L')
  })
  test.each(['UK 12', 'EU 40', '12', 'W32 L34', 'S/M', 'UK 10-12'])(
    'leaves %s, which has no kind, out of the filter',
    (key) => expect(listedSize(key, 'UK')).toBeNull(),
  )
})

test('a label in two systems is found by either size, with any separator', () => {
  const rows = EQUIVALENCE_TABLES.flatMap(({ audience, categories, rowOf }) =>
    [...new Set(rowOf.values())].map((sizes) => ({ audience, isShoe: categories.has('shoes'), sizes })),
  )
  const separator = fc.constantFrom('/', ' / ', ' | ', ' - ', ' – ', ', ', ' = ', ' ', '; ', ' (')
  fc.assert(
    fc.property(
      fc
        .constantFrom(...rows)
        .chain((row) =>
          fc.tuple(fc.constant(row), fc.shuffledSubarray([...row.sizes], { minLength: 2, maxLength: 3 })),
        ),
      separator,
      fc.boolean(),
      ([{ audience, isShoe, sizes }, named], between, isLow) => {
        const label = named.join(between) + (between === ' (' ? ')'.repeat(named.length - 1) : '')
        const product = { ...(isShoe ? shoe : jeans), gender: audience }
        const keys = wornSizes([isLow ? label.toLowerCase() : label], product)
        expect(keys).toEqual(
          expect.arrayContaining([...named, sizeOfKind(sizes[0] ?? '', isShoe ? `${audience} shoes` : audience)]),
        )
        expect(keys.filter((key) => / .*[A-Z]{2} \d/.test(key))).toEqual([])
      },
    ),
    { numRuns: 1_000 },
  )
})
