import { expect, test } from 'vitest'
import { DOCUMENTS } from '#server/shopify/documents.values.ts'
import { FakeShop } from './fake-shop.ts'
import { executeOn } from './graphql-root.ts'

const COAT = {
  handle: 'coat',
  title: 'Coat',
  pictures: [{ url: 'https://cdn.example/coat.jpg' }],
  variants: [{ priceMinor: 19_900 }],
}

async function errorsOf(change: (shop: FakeShop) => void, document: string = DOCUMENTS.productsByIds) {
  const shop = new FakeShop({ shop: 'first.myshopify.com', apiSecret: 'shpss_of_tests', products: [COAT] })
  shop.origin = 'https://first.example'
  change(shop)
  const ids = shop.products.map(({ id }) => `gid://shopify/Product/${id}`)
  const { errors = [] } = await executeOn(shop, document, { ids })
  return errors.map(({ message }) => message)
}

test('accepts responses that follow the published schema', async () => {
  expect(await errorsOf(() => undefined)).toEqual([])
  expect(await errorsOf(() => undefined, DOCUMENTS.shop)).toEqual([])
})

test('rejects null in a non-nullable field', async () => {
  const errors = await errorsOf((shop) => Object.assign(shop.product('coat'), { title: null }))
  expect(errors).toEqual(['Cannot return null for non-nullable field Product.title.'])
})

test('rejects an unknown enum value', async () => {
  const errors = await errorsOf((shop) => Object.assign(shop, { currency: 'Guineas' }), DOCUMENTS.shop)
  expect(errors).toEqual(['Enum "CurrencyCode" cannot represent value: "Guineas"'])
})

test('rejects a value in the wrong format for its scalar', async () => {
  const errors = await errorsOf((shop) => Object.assign(shop.product('coat').pictures[0] ?? {}, { url: '/coat.jpg' }))
  expect(errors).toEqual(['URL cannot represent "/coat.jpg".'])
})

test('rejects a query for a field that the simulated Shopify does not implement, even if it is nullable', async () => {
  const errors = await errorsOf(() => undefined, '{ productsCount { count precision } }')
  expect(errors).toEqual(['The simulated Shopify does not implement Count.precision.'])
  const nullable = await errorsOf(() => undefined, '{ products(first: 1) { nodes { templateSuffix } } }')
  expect(nullable).toEqual(['The simulated Shopify does not implement Product.templateSuffix.'])
})

test('rejects a query for a field that Shopify does not have', async () => {
  const errors = await errorsOf(() => undefined, '{ shop { favouriteColour } }')
  expect(errors).toEqual(['Cannot query field "favouriteColour" on type "Shop".'])
})
