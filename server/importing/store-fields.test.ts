import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ShopifyConnection } from '#prisma/generated/client.ts'
import { findProductLink } from '#server/connections/product-link.service.ts'
import { changeProducts } from '#server/products/change-products.service.ts'
import { getOwnProduct, saveProduct } from '#server/products/edit-product.service.ts'
import type { ProductsChange } from '#server/products/own-products.schema.ts'
import { schedulePrice } from '#server/products/price-schedules.service.ts'
import { productForm, type ProductForm } from '#server/products/product-form.schema.ts'
import { undoAct } from '#server/products/undo-act.service.ts'
import { configureShopify } from '#server/shopify/admin-api.ts'
import { fetchShopifyProducts } from '#server/shopify/fetch-products.ts'
import { createCategory, createPartnerAsk } from '#tests/factories.ts'
import { createConnection, STORE_TOKEN } from '#tests/setup/store-connection.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import type { FakeShop } from '#tests/shopify/fake-shop.ts'
import { startShopify, type RunningShopify } from '#tests/shopify/start-shopify.ts'
import { screenProducts } from './screen-products.ts'
import { SeenCodes } from './seen-codes.ts'
import { applyStoreProducts } from './store-sync.ts'

const database = useTestDatabase()
let shopify: RunningShopify
let shop: FakeShop
let ask: Awaited<ReturnType<typeof createPartnerAsk>>
let connection: ShopifyConnection
let productId = ''
let number = 0
let shirts: { id: string }
let tunics: { id: string }

beforeAll(async () => {
  shopify = await startShopify({ shop: 'first.myshopify.com', apiSecret: 'x', token: STORE_TOKEN })
  shirts = await createCategory(database.db, { name: 'Shirts', slug: 'shirts' })
  tunics = await createCategory(database.db, { name: 'Tunics', slug: 'tunics' })
})
afterAll(async () => {
  configureShopify({})
  await shopify.stop()
})
beforeEach(async () => {
  configureShopify({ addressOf: shopify.addressOf, firstPauseMs: 5, totalMs: 3_000 })
  ask = await createPartnerAsk(database.db)
  shop = shopify.add({
    shop: `fields-${++number}.myshopify.com`,
    apiSecret: 'x',
    token: STORE_TOKEN,
    currency: 'USD',
    products: [
      {
        handle: 'shirt',
        title: 'The shirt',
        vendor: 'Oswick',
        productType: 'Shirts',
        tags: ['linen', 'men'],
        pictures: [{ url: 'https://cdn.shop.example/shirt.jpg', alt: 'Front' }],
        variants: [{ options: ['M'], sku: 'shirt-M', priceMinor: 4_990, quantity: 2 }],
        optionNames: ['Size'],
      },
    ],
  })
  connection = await createConnection(database.db, ask.partner.id, { shop: shop.shop })
  await sync()
  const { id } = await database.db.product.findFirstOrThrow({ where: { partnerId: ask.partner.id } })
  productId = id
})

/** Applies a message from the store. */
const sync = async () => {
  const ids = [String(shop.product('shirt').id)]
  return applyStoreProducts(
    database.db,
    connection,
    await fetchShopifyProducts({ shop: shop.shop, token: STORE_TOKEN }, ids),
  )
}
const now = () => database.db.product.findUniqueOrThrow({ where: { id: productId } })
const open = async () => {
  const { form, revision, managed } = await getOwnProduct(ask, { productId })
  const pictures = form.pictures.map(({ picture: _, isOfStore: __, ...picture }) => picture)
  return { form: productForm.parse({ ...form, pictures }), revision, managed }
}
const save = async (given: Partial<ProductForm>) => {
  const { form, revision } = await open()
  return saveProduct(ask, { productId, revision, form: { ...form, ...given } })
}
const change = (one: ProductsChange) => changeProducts(ask, { ids: [productId], change: one })

test("keeps the partner's category, gender and tags on the next sync, and updates the rest from the store", async () => {
  expect(await now()).toMatchObject({ categoryId: shirts.id, gender: 'men', tags: ['linen', 'men'] })
  const own = { categoryId: tunics.id, gender: 'unisex' as const, tags: ['summer'], material: 'Linen' }
  expect(await save(own)).toMatchObject({ kind: 'saved' })
  shop.changeProduct('shirt', (one) => {
    one.title = 'The new shirt'
    one.tags = ['cotton', 'men']
  })
  expect((await sync()).updated).toBe(1)
  expect(await now()).toMatchObject({ ...own, name: 'The new shirt' })
  expect((await sync()).unchanged).toBe(1)
  expect((await open()).managed).toEqual({ overrides: { category: shirts.id, gender: 'men', tags: ['cotton', 'men'] } })
})

test("updates a field from the store again after the partner sets it back to the store's value", async () => {
  await save({ tags: ['summer'] })
  await save({ tags: ['linen', 'men'] })
  expect((await open()).managed).toEqual({ overrides: {} })
  shop.changeProduct('shirt', (one) => (one.tags = ['cotton', 'men']))
  await sync()
  expect((await now()).tags).toEqual(['cotton', 'men'])
})

test('undoing an override returns the field to the store', async () => {
  const outcome = await save({ tags: ['summer'] })
  await undoAct(ask, { actId: (outcome.kind === 'saved' && outcome.actId) || '' })
  expect((await open()).managed).toEqual({ overrides: {} })
})

test.each<[string, Partial<ProductForm>]>([
  ['name', { name: 'Mine' }],
  ['handle', { handle: 'mine' }],
  ['description', { description: 'Mine' }],
  ['brand', { brand: 'Mine' }],
  ['status', { status: 'archived' }],
  ['productUrl', { productUrl: '' }],
  ['pictures', { pictures: [] }],
])('refuses to change the %s of a store-managed product', async (field, given) => {
  const before = await now()
  const refusal = { field, message: expect.stringContaining('Change it there') }
  expect(await save(given)).toMatchObject({ kind: 'refused', errors: [refusal] })
  expect(await now()).toEqual(before)
})

test('rejects prices that are typed, set in bulk, scheduled or imported', async () => {
  const { form } = await open()
  const variants = form.variants.map((variant) => ({ ...variant, price: '10' }))
  expect(await save({ variants })).toMatchObject({ kind: 'refused', errors: [{ field: 'variants' }] })
  for (const one of [
    { kind: 'price', by: { unit: 'percent', value: -10 }, showsOldPrice: true },
    { kind: 'stock', stock: 1 },
    { kind: 'status', status: 'draft' },
    { kind: 'delete' },
  ] satisfies ProductsChange[])
    expect(await change(one)).toMatchObject({
      changed: 0,
      refused: [{ reason: expect.stringMatching(/^Your store manages /) }],
    })
  const startsAt = new Date(Date.now() + 3_600_000).toISOString()
  await expect(schedulePrice(ask, { productId, kind: 'percent', amount: '20', startsAt, endsAt: '' })).rejects.toThrow(
    'Your store manages',
  )
  const product = { handle: 'shirt', variants: [] } as never
  const { refused } = await screenProducts(database.db, [{ line: 2, product, namesCurrency: true }], {
    partnerId: ask.partner.id,
    currency: 'USD',
    seen: new SeenCodes(),
    takesFree: true,
  })
  expect(refused.get('shirt')).toContain('Your store manages this product')
})

test('sets category and tags in bulk as overrides', async () => {
  expect(await change({ kind: 'add-tag', tag: 'sale' })).toMatchObject({ changed: 1, refused: [] })
  expect(await change({ kind: 'category', categoryId: tunics.id })).toMatchObject({ changed: 1 })
  await sync()
  expect(await now()).toMatchObject({ categoryId: tunics.id, tags: ['linen', 'men', 'sale'] })
})

test('links to the product in the store, and unlocks all fields once the store is disconnected', async () => {
  const link = await findProductLink(ask, { productId })
  expect(link).toBe(`${shopify.addressOf(shop.shop)}/admin/products/${shop.product('shirt').id}`)
  await database.db.shopifyConnection.update({ where: { id: connection.id }, data: { status: 'revoked' } })
  expect(await findProductLink(ask, { productId })).toBeNull()
  expect((await open()).managed).toBeNull()
  expect(await save({ name: 'Mine' })).toMatchObject({ kind: 'saved' })
})
