import { expect, test } from 'vitest'
import { suggestMapping } from './suggest-mapping.ts'

test('finds the fields and currency of a German price list', () => {
  const header = ['Artikelnummer', 'Bezeichnung', 'Größe', 'Preis', 'Alter Preis', 'Währung', 'Produktlink']
  expect(suggestMapping(header)).toEqual({
    sku: 0,
    name: 1,
    size: 2,
    price: 3,
    original_price: 4,
    currency: 5,
    product_url: 6,
  })
})
