import { describe, expect, test } from 'vitest'
import { equivalentSizes } from './size-equivalents.ts'

describe('equivalentSizes', () => {
  test.each([
    ['UK 5', ['sandals', 'shoes'], ['women', 'unisex'], ['EU 38', 'US 7']],
    ['UK 5', ['shoes'], ['men', 'unisex'], ['EU 38', 'US 6']],
    ['UK 5', ['shoes'], [], ['EU 38', 'US 7', 'US 6']],
    ['US 8', ['dresses'], [], ['UK 12', 'EU 40', 'FR 40', 'IT 44', 'DE 38', 'AU 12']],
    ['EU 40', ['shoes'], ['unisex'], ['UK 7', 'US 9', 'UK 6.5', 'US 7.5']],
    ['UK 12', ['shirts', 'tops'], ['men', 'unisex'], []],
    ['UK 12', ['boots', 'shoes'], ['kids', 'girls', 'boys'], []],
    ['UK 12', [], [], []],
    ['UK L', ['rings', 'jewellery-watches'], [], []],
    ['M', ['tops'], ['women'], []],
    ['W32', ['denim'], [], []],
    ['constructor', ['dresses', '__proto__'], [], []],
  ])('of %s in %j for %j are %j', (key, categories, genders, sizes) =>
    expect(equivalentSizes(key, { categories, genders })).toEqual(sizes),
  )
})
