import { describe, expect, test } from 'vitest'
import { describeProduct, type ProductFacts } from './describe-product.ts'

const FACTS: ProductFacts = {
  name: 'Red suede ankle boots',
  brand: 'Moss & Co',
  partner: 'Moss & Co',
  categories: ['Boots'],
  categorySlugs: ['boots'],
  currency: 'GBP',
  sizeRows: [],
  tags: [],
  styleTags: [],
  colourPalette: [],
  material: '',
  gender: 'women',
  description: '',
  variants: [],
  palettes: [],
}

describe('describeProduct', () => {
  test('reads the colour and material from the name if they are not given', () => {
    expect(describeProduct(FACTS)).toMatchObject({ colours: ['red'], materials: ['leather', 'suede'] })
  })

  test("prefers the partner's data to the name", () => {
    expect(describeProduct({ ...FACTS, colourPalette: ['Navy'], material: '100% leather' })).toMatchObject({
      colours: ['blue', 'navy'],
      materials: ['leather'],
    })
  })

  test('ignores colour words in a name that do not mean a colour', () => {
    expect(describeProduct({ ...FACTS, name: 'Pearl earrings' }).colours).toEqual([])
  })
})
