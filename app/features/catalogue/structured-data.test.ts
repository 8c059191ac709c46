import { describe, expect, test } from 'vitest'
import type { ProductDetail } from '#app/lib/api-types.ts'
import { productStructuredData } from './structured-data.ts'

const product = {
  id: 'p1',
  name: 'Coat',
  description: 'Warm.',
  currency: 'GBP',
  material: '',
  brand: { name: 'Moss', slug: 'moss' },
  category: null,
  partner: { businessName: 'Moss Ltd' },
  pictures: [{ name: 'abc', width: 1, height: 1, colour: '#000000', alt: '', colourName: null }],
  reviews: { count: 0, averageRating: null, newest: [] },
  variants: [
    { id: 'v1', priceMinor: 4_550, sku: 'SKU', gtin: null, stock: 2 },
    { id: 'v2', priceMinor: 100, sku: null, gtin: null, stock: 0 },
    { id: 'v3', priceMinor: 100, sku: null, gtin: null, stock: null },
  ],
} as unknown as ProductDetail

describe('productStructuredData', () => {
  test('offers every variant at its price, and states the stock only if it is known', () => {
    expect(productStructuredData(product, 'https://wtf.example')).toMatchObject({
      '@type': 'Product',
      url: 'https://wtf.example/product/p1',
      image: ['https://wtf.example/img/abc/960.jpg'],
      brand: { name: 'Moss' },
      offers: [
        {
          price: 45.5,
          priceCurrency: 'GBP',
          sku: 'SKU',
          availability: 'https://schema.org/InStock',
          seller: { name: 'Moss Ltd' },
        },
        { price: 1, availability: 'https://schema.org/OutOfStock' },
        expect.not.objectContaining({ availability: expect.anything() }),
      ],
    })
  })
  test('has a rating only if there are reviews', () => {
    expect(productStructuredData(product, '')).not.toHaveProperty('aggregateRating')
    const rated = { ...product, reviews: { count: 2, averageRating: 4.5, newest: [] } }
    expect(productStructuredData(rated, '')).toHaveProperty('aggregateRating', {
      '@type': 'AggregateRating',
      ratingValue: 4.5,
      reviewCount: 2,
    })
  })
})
