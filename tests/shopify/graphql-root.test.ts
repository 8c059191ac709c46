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

test('answers that follow the published schema have no errors', async () => {
  expect(await errorsOf(() => undefined)).toEqual([])
  expect(await errorsOf(() => undefined, DOCUMENTS.shop)).toEqual([])
})

test('an answer with null where Shopify never sends it is an error', async () => {
  const errors = await errorsOf((shop) => Object.assign(shop.product('coat'), { title: null }))
  expect(errors).toEqual(['Cannot return null for non-nullable field Product.title.'])
})

test('an answer with a value that an enum does not have is an error', async () => {
  const errors = await errorsOf((shop) => Object.assign(shop, { currency: 'Guineas' }), DOCUMENTS.shop)
  expect(errors).toEqual(['Enum "CurrencyCode" cannot represent value: "Guineas"'])
})

test('an answer with a value in the wrong format for its scalar is an error', async () => {
  const errors = await errorsOf((shop) => Object.assign(shop.product('coat').pictures[0] ?? {}, { url: '/coat.jpg' }))
  expect(errors).toEqual(['URL cannot represent "/coat.jpg".'])
})

test('a field that the simulated Shopify does not implement is an error, even if it is nullable', async () => {
  const errors = await errorsOf(() => undefined, '{ productsCount { count precision } }')
  expect(errors).toEqual(['The simulated Shopify does not implement Count.precision.'])
  const nullable = await errorsOf(() => undefined, '{ products(first: 1) { nodes { templateSuffix } } }')
  expect(nullable).toEqual(['The simulated Shopify does not implement Product.templateSuffix.'])
})

test('a field that Shopify does not have is an error', async () => {
  const errors = await errorsOf(() => undefined, '{ shop { favouriteColour } }')
  expect(errors).toEqual(['Cannot query field "favouriteColour" on type "Shop".'])
})
