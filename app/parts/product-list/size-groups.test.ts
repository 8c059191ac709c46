import { expect, test } from 'vitest'
import { groupSizes } from './size-groups.ts'

test('groups sizes by system and keeps their order', () => {
  const sizes = [
    'XS',
    'M',
    '3XL',
    'XS/S',
    'UK 8',
    'UK 10',
    'EU 38',
    'US 9.5',
    'W32',
    'W32 L34',
    '42',
    'Age 5-6',
    'One size',
    'UKulele',
  ].map((label) => ({ label }))
  expect(groupSizes(sizes).map(({ name, sizes }) => [name, sizes.map(({ short }) => short)])).toEqual([
    ['Letter', ['XS', 'M', '3XL', 'XS/S']],
    ['UK', ['8', '10']],
    ['EU', ['38']],
    ['US', ['9.5']],
    ['Waist', ['W32', 'W32 L34']],
    ['Other', ['42', 'Age 5-6', 'One size', 'UKulele']],
  ])
})
