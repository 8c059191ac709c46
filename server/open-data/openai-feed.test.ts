import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCategory, createPartner, createPicture, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import type { FeedProduct } from './feed-product.schema.ts'
import { openAiProducts, writeOpenAiFeed } from './openai-feed.ts'
import { openAiProduct, type OpenAiProduct } from './openai-product.schema.ts'

const database = useTestDatabase()

async function read(): Promise<OpenAiProduct[]> {
  let text = ''
  for await (const piece of writeOpenAiFeed({ db: database.db, siteUrl: 'https://wtf.example' })) text += piece
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => openAiProduct.parse(JSON.parse(line)))
}

test('has a valid line for each variant, with the store as the seller', async () => {
  const { db } = database
  const partner = await createPartner(db, { businessName: 'Moss & Co', country: 'GB', returnsDays: 30 })
  const category = await createCategory(db, { name: 'Dresses' })
  const product = await createProduct(db, {
    partnerId: partner.id,
    name: 'Linen dress',
    description: 'A dress of linen.',
    categoryId: category.id,
    gender: 'women',
    currency: 'GBP',
    variants: [
      {
        size: 'S',
        colourName: 'Black',
        priceMinor: 9_000,
        originalPriceMinor: 12_000,
        gtin: '4006381333931',
        sku: 'A',
      },
      { size: 'M', colourName: 'Black', priceMinor: 9_000, stock: null, gtin: '4006381333932' },
    ],
  })
  await createPicture(db, product.id, { isPrimary: true })
  // A product without an image, and one in a store without a country.
  await createProduct(db, { partnerId: partner.id })
  const nowhere = await createProduct(db, { partnerId: (await createPartner(db, { country: null })).id })
  await createPicture(db, nowhere.id, { isPrimary: true })

  const rows = await read()
  expect(rows.map(({ item_id }) => item_id)).toEqual(product.variants.map(({ id }) => id))
  expect(rows[0]).toMatchObject({
    is_eligible_search: true,
    is_eligible_checkout: false,
    title: 'Linen dress, Black, S',
    url: `https://wtf.example/product/${product.id}?colour=Black&size=S`,
    price: '120.00 GBP',
    sale_price: '90.00 GBP',
    availability: 'in_stock',
    group_id: product.id,
    listing_has_variations: true,
    variant_dict: { color: 'Black', size: 'S' },
    gtin: '4006381333931',
    mpn: 'A',
    product_category: 'Dresses',
    gender: 'female',
    age_group: 'adult',
    seller_name: 'Moss & Co',
    seller_url: `https://wtf.example/brand/${partner.id}`,
    accepts_returns: true,
    return_deadline_in_days: 30,
    target_countries: ['GB'],
    store_country: 'GB',
  })
  // A number with a wrong check digit is left out.
  expect(rows[1]).not.toHaveProperty('gtin')
  expect(rows[1]).toMatchObject({ availability: 'unknown', price: '90.00 GBP' })
})

test('every line is valid, whatever stores write', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.constant(' '),
    fc.string({ maxLength: 6_000 }),
  )
  const optional = fc.option(text)
  const money = fc.integer({ min: 0, max: 1_000_000 }).map((minor) => ({
    amount: (minor / 100).toFixed(2),
    minor,
    currency: 'EUR',
  }))
  const variant = fc
    .record({
      id: fc.uuid(),
      sku: optional,
      gtin: optional,
      size: optional,
      colour: optional,
      price: money,
      isReduced: fc.boolean(),
      availability: fc.constantFrom('in_stock', 'out_of_stock', 'unknown'),
    })
    .map(({ isReduced, price, ...rest }): FeedProduct['variants'][number] => {
      const minor = price.minor * 2 + 1
      const before = { ...price, minor, amount: (minor / 100).toFixed(2) }
      return { ...rest, price, originalPrice: isReduced ? before : null, colourHex: null }
    })
  const product = fc.record({
    id: fc.uuid(),
    name: text,
    description: text,
    brand: text,
    businessName: text,
    material: text,
    gender: fc.constantFrom('women', 'boys', '', 'x'),
    category: fc.array(fc.constantFrom('Women', 'Coats')),
    pictures: fc.integer({ min: 0, max: 15 }),
    variants: fc.array(variant, { maxLength: 4 }),
  })
  let valid = 0
  fc.assert(
    fc.property(product, fc.option(fc.integer({ min: 0, max: 365 })), ({ pictures, businessName, ...each }, days) => {
      const [price] = each.variants.map((one) => one.price)
      const zero = { amount: '0.00', minor: 0, currency: 'EUR' }
      const fed: FeedProduct = {
        ...each,
        type: 'product',
        url: `https://wtf.example/product/${each.id}`,
        store: { id: each.id, name: businessName, url: `https://wtf.example/brand/${each.id}` },
        price: price ?? zero,
        highestPrice: price ?? zero,
        originalPrice: null,
        availability: 'in_stock',
        pictures: Array.from({ length: pictures }, (_, n) => ({
          url: `https://wtf.example/img/${n}/1600.jpg`,
          width: 1,
          height: 1,
          alt: '',
        })),
        createdAt: '2026-11-25T10:00:00.000Z',
        updatedAt: '2026-11-25T10:00:00.000Z',
      }
      for (const row of openAiProducts(fed, { country: 'GB', returnsDays: days })) {
        expect(openAiProduct.safeParse(JSON.parse(JSON.stringify(row))).error?.issues ?? []).toEqual([])
        valid++
      }
    }),
    { numRuns: 300 },
  )
  expect(valid).toBeGreaterThan(50)
})
