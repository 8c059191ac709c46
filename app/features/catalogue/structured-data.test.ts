import { describe, expect, test } from 'vitest'
import type { ProductDetail, ReviewsData } from '#app/lib/api-types.ts'
import { breadcrumbData, productStructuredData } from './structured-data.ts'

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
  variants: [
    { id: 'v1', priceMinor: 4_550, sku: 'SKU', gtin: null, stock: 2 },
    { id: 'v2', priceMinor: 100, sku: null, gtin: null, stock: 0 },
    { id: 'v3', priceMinor: 100, sku: null, gtin: null, stock: null },
  ],
} as unknown as ProductDetail

describe('productStructuredData', () => {
  test('lists an offer for each variant, with its stock only if known', () => {
    expect(productStructuredData(product, null, 'https://wtf.example')).toMatchObject({
      '@type': 'Product',
      url: 'https://wtf.example/product/p1',
      image: ['https://wtf.example/img/abc/960.jpg'],
      brand: { name: 'Moss' },
      offers: {
        '@type': 'AggregateOffer',
        lowPrice: 1,
        highPrice: 45.5,
        priceCurrency: 'GBP',
        offerCount: 3,
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
      },
    })
  })
  test('describes a single variant as one offer, with its SKU and GTIN', () => {
    const one = { ...product, variants: [{ ...product.variants[0], gtin: '4006381333931' }] } as ProductDetail
    expect(productStructuredData(one, null, '')).toMatchObject({
      sku: 'SKU',
      gtin: '4006381333931',
      offers: { '@type': 'Offer', price: 45.5, priceCurrency: 'GBP' },
    })
  })
  test('leaves out unknown values', () => {
    const bare = { ...product, description: '', pictures: [] } as unknown as ProductDetail
    for (const field of ['description', 'image', 'category', 'material', 'sku', 'gtin'])
      expect(productStructuredData(bare, null, '')).not.toHaveProperty(field)
  })
  test('has the same breadcrumbs as the page', () => {
    expect(breadcrumbData(product, 'https://wtf.example')).toMatchObject({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Discover', item: 'https://wtf.example/discover?all=true' },
        { position: 2, name: 'Moss', item: 'https://wtf.example/discover?brand=moss' },
        { position: 3, name: 'Coat', item: 'https://wtf.example/product/p1' },
      ],
    })
  })
  test('includes a rating only if there are reviews', () => {
    const none = { count: 0, averageRating: null, reviews: [] } as unknown as ReviewsData
    for (const reviews of [null, none]) {
      expect(productStructuredData(product, reviews, '')).not.toHaveProperty('aggregateRating')
      expect(productStructuredData(product, reviews, '')).not.toHaveProperty('review')
    }
    const review = { rating: 4, comment: 'Warm.', author: 'Ada B.', createdAt: new Date('2026-11-02T10:00:00Z') }
    const reviews = [{ ...review, title: 'Good' }, ...Array.from({ length: 9 }, () => ({ ...review, title: '' }))]
    const rated = { count: 3, averageRating: 13 / 3, reviews } as unknown as ReviewsData
    expect(productStructuredData(product, rated, '')).toMatchObject({
      aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.33, reviewCount: 3 },
      review: [
        {
          '@type': 'Review',
          name: 'Good',
          reviewBody: 'Warm.',
          author: { '@type': 'Person', name: 'Ada B.' },
          datePublished: '2026-11-02',
          reviewRating: { ratingValue: 4, bestRating: 5 },
        },
        ...Array.from({ length: 4 }, () => expect.not.objectContaining({ name: expect.anything() })),
      ],
    })
  })
})
