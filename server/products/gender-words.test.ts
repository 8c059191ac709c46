import fs from 'node:fs'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { CATEGORIES } from '#demo/catalogue/categories.ts'
import { CategoryIndex } from './category-words.ts'
import { parseGender } from './gender-words.ts'

const index = new CategoryIndex(
  CATEGORIES.map(({ slug, name, parent }) => ({ id: slug, slug, name, parentId: parent })),
)
const tableOf = (name: string) =>
  fs
    .readFileSync(path.join(import.meta.dirname, 'fixtures', name), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((row) => /^(?:"(.*)"|([^,]*)),([^,]*),([^,]*)$/.exec(row) ?? [])
    .map(([, quoted, plain, gender = '', category = '']) => ({
      title: quoted ?? plain ?? '',
      genders: gender.split('|'),
      categories: category.split('|'),
    }))

// Except for titles.csv, every table was labelled and measured once before the grammar was adjusted to it. Right at
// first: 192 of 205 (held-out), 166 of 204 (shop), 92 of 100 (department store), 196 of 213 (mixed shops), 181 of 197
// (marketplace) and 186 of 201 titles (boutique). The grammar was then adjusted to the errors. 'a|b' accepts either
// answer. Five rows of the mixed-shop, marketplace and boutique tables had a wrong label at first, and count as errors.
// The author of the multi-brand and independent-brand tables had not seen the grammar: 189 and 185 of 200 were right,
// where a category below the expected one counts as right. Another author who had not seen it wrote the last two
// tables: 198 and 196 of 200 were right. These two are still held out, since the grammar was never adjusted to them.
test.each([
  ['titles.csv', 200],
  ['held-out-titles.csv', 205],
  ['shop-titles.csv', 204],
  ['department-store-titles.csv', 100],
  ['mixed-shop-titles.csv', 213],
  ['marketplace-titles.csv', 197],
  ['boutique-titles.csv', 201],
  ['multi-brand-titles.csv', 200],
  ['independent-brand-titles.csv', 200],
  ['department-and-boutique-titles.csv', 200],
  ['shopify-and-sports-titles.csv', 200],
])('reads the gender and category of at least 97%% of the titles in %s correctly', (name, count) => {
  const table = tableOf(name)
  expect(table).toHaveLength(count)
  const wrong = table.flatMap(({ title, genders, categories }) => {
    const gender = parseGender({ title })
    const category = index.find({ title, type: '', productCategory: '', tags: [] })?.slug ?? ''
    return genders.includes(gender) && categories.includes(category) ? [] : [{ title, gender, category }]
  })
  expect(wrong.length / table.length, JSON.stringify(wrong)).toBeLessThanOrEqual(0.03)
})

describe('parseGender', () => {
  test.each([
    ['women', '', 'women'],
    ['male', 'adult', 'men'],
    ['female', 'kids', 'girls'],
    ['Unisex', '', 'unisex'],
    ['female; male', '', 'unisex'],
    ['men, women', '', 'unisex'],
    ['boys and girls', '', 'kids'],
    ['', 'kids', 'kids'],
    ['weiblich', 'erwachsene', 'women'],
    ['mannlich', 'erwachsene', 'men'],
    ['männlich', '', 'men'],
    ['kvinna', 'barn', 'girls'],
    ['man', 'vuxna', 'men'],
    ['femme', 'enfant', 'girls'],
    ['hombre', '', 'men'],
    ['niña', '', 'girls'],
    ['Female', 'Adult (13+ years old)', 'women'],
    ['regiment', '', ''],
  ])('reads the gender column %j with the age group %j as %j', (said, ageGroup, gender) =>
    expect(parseGender({ said: [said], ageGroup, title: 'Wonder' })).toBe(gender),
  )

  test('ignores an empty gender column', () => {
    expect(parseGender({ said: ['', 'male'], title: 'Wonder' })).toBe('men')
    expect(parseGender({ said: ['', ''], title: 'Wonder', tags: ['mens', 'cotton'] })).toBe('men')
    expect(parseGender({ said: ['', ''], title: "Women's Wonder" })).toBe('women')
  })

  test("returns girls and boys for women's and men's products in children's sizes", () => {
    expect(parseGender({ said: ['female'], title: 'Pinafore', sizes: ['4-5 years', '6-7 years'] })).toBe('girls')
    expect(parseGender({ said: ['male'], title: 'Boys’ Shorts' })).toBe('boys')
    expect(parseGender({ title: 'Baby Knit Romper', sizes: ['6-9 months'] })).toBe('kids')
    expect(parseGender({ title: 'Murmel Kleid', said: ['weiblich'], sizes: ['110/116', '122/128'] })).toBe('girls')
    expect(parseGender({ title: 'Wrap Skirt', said: ['female'], sizes: ['36/38', '40/42'] })).toBe('women')
    expect(parseGender({ title: 'Girls Dress', ageGroup: 'adult' })).toBe('')
  })

  test('prefers the title to categories, and categories to tags', () => {
    expect(parseGender({ title: "Men's Tee", categories: ['Women > Tops'] })).toBe('men')
    expect(parseGender({ title: 'Tee', categories: ['Women > Tops'], tags: ['mens'] })).toBe('women')
    expect(
      parseGender({ title: 'Tee', categories: ['Apparel & Accessories > Clothing > Baby & Toddler Clothing'] }),
    ).toBe('kids')
    expect(parseGender({ title: 'Tee', tags: ['baby_alpaca', 'for_girlfriend', 'baby_nursery'] })).toBe('')
    expect(parseGender({ title: 'Tee', tags: ['Gender_Women', 'new'] })).toBe('women')
  })

  test('ignores a brand at the start of a title', () => {
    expect(parseGender({ title: 'Acme Girls Pinafore', brand: 'Acme' })).toBe('girls')
    expect(parseGender({ title: 'Beach Boys Tee', brand: 'Other' })).toBe('')
  })
})

/** Returns the genders in a Shopify export, as its columns state them. */
function gendersOf(name: string): Record<string, string> {
  const rows = parse(fs.readFileSync(path.join(import.meta.dirname, 'fixtures', name)), { columns: true }) as Array<
    Record<string, string | undefined>
  >
  const products = Map.groupBy(rows, (row) => row.Handle ?? '')
  return Object.fromEntries(
    [...products].map(([handle, [first = {}, ...others]]) => {
      const read = (column: string) => first[column] ?? ''
      const gender = parseGender({
        said: [read('Google Shopping / Gender'), read('Target gender (product.metafields.shopify.target-gender)')],
        ageGroup: read('Google Shopping / Age Group') || read('Age group (product.metafields.shopify.age-group)'),
        title: read('Title'),
        brand: read('Vendor'),
        categories: [read('Product Category'), read('Type')],
        tags: read('Tags').split(','),
        sizes: [first, ...others].flatMap((row) =>
          first['Option1 Name'] === 'Size' ? [row['Option1 Value'] ?? ''] : [],
        ),
      })
      return [handle, gender]
    }),
  )
}

test('uses the gender column that has a value', () => {
  expect(gendersOf('20-shopify-both-gender-columns.csv')).toEqual({
    'tarn-crewneck': 'men',
    'pell-beanie': 'unisex',
    'tarn-socks': 'unisex',
    'pell-wrap-skirt': 'women',
    'tarn-pinafore': 'girls',
    'pell-brogues': 'men',
    'tarn-umbrella': '',
  })
})

test('ignores words that only sound like a gender', () => {
  expect(gendersOf('21-gender-from-words.csv')).toEqual({
    ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 15].map((place) => [`gw-${place}`, ''])),
    'gw-9': 'men',
    'gw-10': 'girls',
    'gw-11': 'boys',
    'gw-12': 'kids',
    'gw-13': 'kids',
    'gw-14': 'women',
  })
})
