import { expect, test } from 'vitest'
import { searchQueryParams } from '../search.schema.ts'
import { conditionsOf } from './conditions.ts'

const names = {
  categories: [
    { slug: 'dresses', name: 'Dresses' },
    { slug: 't-shirts', name: 'T-shirts' },
  ],
  brands: [
    { slug: 'lowstoop', name: 'lowstoop' },
    { slug: 'oswick-dray', name: 'Oswick & Dray' },
  ],
}
const chipsOf = (params: Record<string, string>) => conditionsOf(searchQueryParams.parse(params), names)
const labelsOf = (params: Record<string, string>) => chipsOf(params).map(({ label }) => label)

test('lists conditions in a fixed order', () => {
  expect(
    labelsOf({
      not: 'material:wool,colour:sage green,brand:oswick-dray,category:t-shirts,word:sequin,word:wedding guest',
      inStock: 'true',
      onSale: 'true',
      discountMin: '30',
      priceMax: '80',
      currency: 'GBP',
      tags: 'wedding guest,race_day',
      genders: 'women',
      sizes: 'UK 12',
      materials: 'linen',
      colours: 'black,sage green',
      brands: 'lowstoop',
      categories: 'dresses',
    }),
  ).toEqual([
    'Dresses',
    'lowstoop',
    'Black',
    'Sage green',
    'Linen',
    'UK 12',
    'Women',
    'Wedding guest',
    'Race day',
    'Under £80',
    '30% off or more',
    'On sale',
    'In stock',
    'Not wool',
    'Not sage green',
    'Not Oswick & Dray',
    'Not T-shirts',
    'Not sequin',
    'Not wedding guest',
  ])
})

test.each<[Record<string, string>, string]>([
  [{ priceMax: '80', currency: 'GBP' }, 'Under £80'],
  [{ priceMin: '20' }, 'Over $20'],
  [{ priceMin: '20', priceMax: '50' }, '$20 to $50'],
  [{ priceMin: '50', priceMax: '50', currency: 'EUR' }, '€50'],
  [{ priceMax: '99.99', currency: 'EUR' }, 'Under €99.99'],
  [{ priceMin: '1200', currency: 'GBP' }, 'Over £1,200'],
  [{ priceMax: '0' }, 'Under $0'],
])('formats prices: %j', (params, label) => expect(chipsOf(params)).toEqual([{ param: 'price', value: '', label }]))

test('returns the value that each chip removes', () => {
  expect(chipsOf({ categories: 'dresses', not: 'colour:black', onSale: '1' })).toEqual([
    { param: 'categories', value: 'dresses', label: 'Dresses' },
    { param: 'onSale', value: '', label: 'On sale' },
    { param: 'not', value: 'colour:black', label: 'Not black' },
  ])
})

test('distinguishes a material from a category of the same name', () => {
  expect(labelsOf({ categories: 'cashmere', materials: 'cashmere,wool' })).toEqual([
    'Cashmere',
    'Made of cashmere',
    'Wool',
  ])
})

test('makes unknown values readable', () => {
  expect(
    labelsOf({
      categories: 'party-hats,-',
      brands: 'no-such_brand',
      colours: 'octarine',
      materials: 'mithril',
      not: 'category:party-hats,nonsense,brand:',
      tags: '_',
    }),
  ).toEqual([
    'Party hats',
    '-',
    'No such brand',
    'Octarine',
    'Mithril',
    '_',
    'Not party hats',
    'Not nonsense',
    'Not brand:',
  ])
})
