import fs from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ShopifyConnection } from '#prisma/generated/client.ts'
import { allowOwnOrigins } from '#server/platform/fetch-public.ts'
import { startQueues } from '#server/platform/queue.ts'
import { configureShopify } from '#server/shopify/admin-api.ts'
import { lookAtBulk, startProductBulk } from '#server/shopify/bulk-products.ts'
import {
  fetchShopifyProducts,
  fetchShopifyProductsChangedSince,
  countProducts,
} from '#server/shopify/fetch-products.ts'
import { createPartnerAsk, createProduct } from '#tests/factories.ts'
import { createConnection, STORE_TOKEN } from '#tests/setup/store-connection.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import type { FakeShop } from '#tests/shopify/fake-shop.ts'
import type { GivenProduct } from '#tests/shopify/shop-things.ts'
import { startShopify, type RunningShopify } from '#tests/shopify/start-shopify.ts'
import { claimPictures, findDuePictures } from './claim-pictures.ts'
import { importKey } from './import-files.ts'
import { importQueue } from './import-queue.ts'
import { requestImport, cancelImport, getImport, listFindings, requestUndo } from './imports.service.ts'
import { applyStoreProducts, archiveStoreProduct, beginStoreSync } from './store-sync.ts'
import { workFor } from './work-for.ts'

const database = useTestDatabase()
const SIZES = ['XS', 'S', 'M', 'L', 'XL']

let shopify: RunningShopify
let shop: FakeShop
let ask: Awaited<ReturnType<typeof createPartnerAsk>>
let connection: ShopifyConnection
let number = 0

const product = (handle: string, given: Partial<GivenProduct> = {}): GivenProduct => ({
  handle,
  title: `The ${handle}`,
  html: `<p>A <strong>fine</strong> ${handle}.</p>`,
  vendor: 'Oswick',
  productType: 'Shirts',
  tags: ['linen', 'men'],
  optionNames: ['Size', 'Color'],
  pictures: [{ url: `https://cdn.shop.example/${handle}.jpg`, alt: 'Front' }],
  variants: SIZES.slice(0, 2).map((size, index) => ({
    options: [size, 'Sage'],
    sku: `${handle}-${size}`,
    priceMinor: 4_990 + index,
    compareAtMinor: 6_000,
    quantity: index,
  })),
  ...given,
})

beforeAll(async () => {
  shopify = await startShopify({ shop: 'first.myshopify.com', apiSecret: 'x', token: STORE_TOKEN })
})
afterAll(() => shopify.stop())
beforeEach(async () => {
  configureShopify({ addressOf: shopify.addressOf, firstPauseMs: 5, totalMs: 3_000 })
  ask = await createPartnerAsk(database.db)
  shop = shopify.add({
    shop: `sync-${++number}.myshopify.com`,
    apiSecret: 'x',
    token: STORE_TOKEN,
    currency: 'USD',
    products: ['coat', 'dress', 'shirt', 'skirt', 'scarf'].map((handle) => product(handle)),
    budget: { maximum: 2_000, restoreRate: 100_000 },
  })
  shop.retryAfterSeconds = 0.01
  connection = await createConnection(database.db, ask.partner.id, { shop: shop.shop })
})
afterEach(async () => {
  configureShopify({})
  // The queue would continue the work of other tests.
  await database.db.productImport.deleteMany({ where: { status: 'fetching' } })
})

const work = async () => {
  while (!(await workFor({ db: database.db, dataDir: database.dataDir }, ask.partner.id, AbortSignal.timeout(30_000))));
}
const state = (importId: string) => getImport(ask, { importId })
const sync = async () => {
  const importId = await beginStoreSync(database.db, connection.id, ask.viewer.userId)
  await work()
  return state(importId)
}
const products = () =>
  database.db.product.findMany({
    where: { partnerId: ask.partner.id },
    orderBy: { handle: 'asc' },
    include: { variants: { orderBy: { position: 'asc' } }, images: true },
  })
const ours = async (handle: string) => {
  const found = (await products()).find((one) => one.handle === handle)
  if (!found) throw new Error(`There is no product '${handle}' here.`)
  return found
}
const apply = async (...handles: string[]) => {
  const ids = handles.map((handle) => String(shop.product(handle).id))
  const access = { shop: shop.shop, token: STORE_TOKEN }
  return applyStoreProducts(database.db, connection, await fetchShopifyProducts(access, ids))
}

describe('a sync', () => {
  test('imports all products of the store like a file, and links each to its store ID', async () => {
    const done = await sync()
    expect(done).toMatchObject({
      status: 'applied',
      source: 'store',
      created: 5,
      refused: 0,
      applied: 5,
      message: null,
    })
    const coat = await ours('coat')
    expect(coat).toMatchObject({
      name: 'The coat',
      status: 'active',
      productUrl: `${shop.origin}/products/coat`,
      tags: ['linen', 'men'],
      gender: 'men',
      images: [{ sourceUrl: 'https://cdn.shop.example/coat.jpg', alt: 'Front' }],
    })
    expect(
      coat.variants.map(({ size, colourName, sku, priceMinor, originalPriceMinor, stock }) => [
        size,
        colourName,
        sku,
        priceMinor,
        originalPriceMinor,
        stock,
      ]),
    ).toEqual([
      ['XS', 'Sage', 'coat-XS', 4_990, 6_000, 0],
      ['S', 'Sage', 'coat-S', 4_991, 6_000, 1],
    ])
    expect(coat.variants.map(({ storeLink }) => storeLink)).toEqual(
      shop.product('coat').variants.map(({ id }) => `?variant=${id}`),
    )
    const linked = await database.db.storeProduct.findMany({ where: { connectionId: connection.id } })
    expect(linked).toHaveLength(5)
    expect(linked.find(({ productId }) => productId === coat.id)).toMatchObject({
      externalId: String(shop.product('coat').id),
      updatedAt: shop.product('coat').updatedAt,
    })
    expect(await database.db.storeInventoryItem.count({ where: { connectionId: connection.id } })).toBe(10)
    expect(fs.existsSync(path.join(database.dataDir, importKey(done.id)))).toBe(true)
    const act = await database.db.productAct.findUniqueOrThrow({ where: { id: done.actId ?? '' } })
    expect(act).toMatchObject({ kind: 'sync', actorKind: 'store', actorName: shop.shop })
  })

  test('without changes writes nothing', async () => {
    await sync()
    const before = await products()
    expect(await sync()).toMatchObject({ status: 'applied', unchanged: 5, applied: 0 })
    expect(await products()).toEqual(before)
  })

  test('links products that were previously imported from a file', async () => {
    await sync()
    await database.db.storeProduct.deleteMany({ where: { connectionId: connection.id } })
    await sync()
    expect(await database.db.storeProduct.count({ where: { connectionId: connection.id } })).toBe(5)
  })

  test('archives products that came only from this store and no longer exist there', async () => {
    await createProduct(database.db, { partnerId: ask.partner.id, handle: 'own', syncedAt: new Date() })
    await sync()
    shop.deleteProduct('scarf')
    expect(await sync()).toMatchObject({ status: 'applied', goneCount: 1 })
    expect((await products()).map(({ handle, status }) => [handle, status])).toEqual([
      ['coat', 'active'],
      ['dress', 'active'],
      ['own', 'active'],
      ['scarf', 'archived'],
      ['shirt', 'active'],
      ['skirt', 'active'],
    ])
    expect((await sync()).goneCount).toBe(0)
  })

  test('that would archive more than half of the products waits for the partner', async () => {
    await sync()
    for (const handle of ['coat', 'dress', 'shirt']) shop.deleteProduct(handle)
    const waiting = await sync()
    expect(waiting).toMatchObject({ status: 'read', goneCount: 3 })
    expect(waiting.message).toMatch(/3 of 5 would be archived/)
    // Now the page suggests keeping the products, and the partner may still archive them.
    expect(waiting.gone).toBe('keep')
    await requestImport(ask, { importId: waiting.id, gone: 'archive' })
    await work()
    const archived = async () => (await products()).filter(({ status }) => status === 'archived')
    expect(await archived()).toHaveLength(3)
    await requestUndo(ask, { importId: waiting.id })
    await work()
    expect(await archived()).toEqual([])
  })

  test('recognises a product renamed in the store', async () => {
    await sync()
    const before = await ours('coat')
    shop.changeProduct('coat', (coat) => (coat.handle = 'overcoat'))
    expect(await sync()).toMatchObject({ status: 'applied', created: 0, changed: 1, goneCount: 0 })
    expect(await products()).toHaveLength(5)
    expect((await ours('overcoat')).id).toBe(before.id)
  })

  test('creates no duplicate when a new product takes the former handle of a renamed one', async () => {
    await sync()
    const coat = await ours('coat')
    shop.changeProduct('coat', (one) => (one.handle = 'overcoat'))
    shop.addProduct(product('coat', { variants: [{ priceMinor: 1_000, options: ['M', 'Red'] }] }))
    await sync()
    await sync()
    const now = await products()
    expect(now.map(({ handle }) => handle)).toEqual(['coat', 'dress', 'overcoat', 'scarf', 'shirt', 'skirt'])
    expect(now.filter(({ id }) => id === coat.id)).toHaveLength(1)
  })

  test('accepts images over plain http only from our own origin', async () => {
    const pictures = ['http://127.0.0.1:4999/a.jpg', 'http://127.0.0.1:5000/b.jpg'].map((url) => ({ url }))
    shop.addProduct(product('hat', { pictures }))
    allowOwnOrigins(['http://127.0.0.1:4999'])
    try {
      expect((await sync()).status).toBe('applied')
    } finally {
      allowOwnOrigins([])
    }
    expect((await ours('hat')).images.map(({ sourceUrl }) => sourceUrl)).toEqual([pictures[0]?.url])
  })

  test("prevents a file import from archiving the store's products", async () => {
    await sync()
    const { id: importId } = await database.db.productImport.create({
      data: { partnerId: ask.partner.id, source: 'file', fileName: 'a.csv', format: 'wtf', status: 'read' },
    })
    await expect(requestImport(ask, { importId, gone: 'archive' })).rejects.toMatchObject({ code: 'conflict' })
  })

  test('can be undone', async () => {
    const { id } = await sync()
    await requestUndo(ask, { importId: id })
    await work()
    expect((await products()).every(({ deletedAt }) => deletedAt !== null)).toBe(true)
  })

  test('does not overwrite a webhook that arrived after the product list was created', async () => {
    await sync()
    const importId = await beginStoreSync(database.db, connection.id, null)
    shop.bulk.polls = 2
    const operationId = await startProductBulk({ shop: shop.shop, token: STORE_TOKEN })
    await database.db.productImport.update({ where: { id: importId }, data: { operationId } })
    await vi.waitFor(() => expect(shop.bulk.find(operationId)?.isWritten).toBe(true))
    shop.changeProduct('coat', ({ variants }) => {
      for (const variant of variants) variant.priceMinor = 1_500
    })
    await apply('coat')
    await work()
    expect(await state(importId)).toMatchObject({ status: 'applied', changed: 0 })
    expect((await ours('coat')).priceMinor).toBe(1_500)
  })

  test('runs only once at a time', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => beginStoreSync(database.db, connection.id, null)))
    expect(new Set(ids).size).toBe(1)
  })

  test('imports 250 variants, skips gift cards, and refuses invalid products', async () => {
    shop.addProduct(
      product('many', {
        variants: Array.from({ length: 250 }, (_, index) => ({
          priceMinor: 100 + index,
          options: [`${index}`, 'Blue'],
        })),
      }),
    )
    shop.addProduct(product('gift', { isGiftCard: true }))
    shop.addProduct(product('x'.repeat(300)))
    const done = await sync()
    expect(done).toMatchObject({ status: 'applied', created: 6, warnings: 1 })
    expect(done.refused).toBeGreaterThan(0)
    expect((await ours('many')).variants).toHaveLength(250)
    const { findings } = await listFindings(ask, { importId: done.id, kind: 'refused', page: 1 })
    expect(findings[0]?.reason).toMatch(/handle is longer/)
    await apply('many')
    expect((await ours('many')).variants).toHaveLength(250)
  })
})

describe('a sync fails with a reason if', () => {
  const failed = async () => {
    const done = await sync()
    expect(done.status).toBe('failed')
    expect(await products()).toEqual([])
    expect(done.message).not.toContain(STORE_TOKEN)
    return done.message
  }

  test.each(['FAILED', 'EXPIRED', 'CANCELED'] as const)('the list has the status %s', async (outcome) => {
    shop.bulk.outcome = outcome
    expect(await failed()).toMatch(new RegExp(`could not list your products \\(${outcome.toLowerCase()}`))
  })

  test('the list ends in the middle', async () => {
    shop.bulk.cutAt = 3_000
    expect(await failed()).toMatch(/is incomplete/)
  })

  test('the store has no products', async () => {
    shop.products = []
    expect(await failed()).toMatch(/no products yet/)
  })

  test('the token has expired, or lost its scopes', async () => {
    shop.loseScope('read_products')
    expect(await failed()).toMatch(/scopes/)
    shop.expireToken()
    expect(await failed()).toMatch(/reconnect it/)
  })

  test.each([
    ['the token expires', () => shop.expireToken(), /reconnect it/],
    ['the scopes are revoked', () => shop.loseScope('read_products'), /scopes/],
  ])('%s while the store creates its product list', async (_what, happen, words) => {
    shop.bulk.polls = 3
    const importId = await beginStoreSync(database.db, connection.id, null)
    const working = work()
    await vi.waitFor(async () => expect((await state(importId)).message).toMatch(/listing/))
    happen()
    await working
    expect(await state(importId)).toMatchObject({ status: 'failed', message: expect.stringMatching(words) as string })
    expect(await products()).toEqual([])
  })

  test('the store was disconnected before the import', async () => {
    const importId = await beginStoreSync(database.db, connection.id, null)
    await database.db.shopifyConnection.update({ where: { id: connection.id }, data: { status: 'revoked' } })
    await work()
    expect((await state(importId)).message).toMatch(/no longer connected/)
  })

  test('its prices are in another currency', async () => {
    shop.currency = 'EUR'
    expect(await failed()).toMatch(/Your store sells in EUR/)
  })

  test('the partner stops it', async () => {
    shop.bulk.polls = 1_000
    const importId = await beginStoreSync(database.db, connection.id, null)
    const working = work()
    await vi.waitFor(async () => expect((await state(importId)).message).toMatch(/listing/))
    await cancelImport({ ...ask, dataDir: database.dataDir }, { importId })
    await working
    expect((await state(importId)).status).toBe('cancelled')
  })
})

test('waits while the store rate limits a sync', async () => {
  shop.throttle(3)
  expect((await sync()).status).toBe('applied')
  shop.throttle(2, 'THROTTLED')
  expect((await sync()).status).toBe('applied')
})

test('runs a sync in a separate process, and continues after that process is killed', async () => {
  shop.bulk.polls = 4
  const pids: number[] = []
  const { stop } = startQueues({
    databaseUrl: database.url,
    queues: [
      importQueue({
        db: database.db,
        databaseUrl: database.url,
        dataDir: database.dataDir,
        process: { onStart: (pid) => void pids.push(pid) },
        pauses: { afterDeath: [0, 0], afterAway: [0], notBegun: 0 },
      }),
    ],
  })
  try {
    const importId = await beginStoreSync(database.db, connection.id, null)
    const patience = { timeout: 60_000, interval: 20 }
    await vi.waitFor(async () => expect((await state(importId)).message).toMatch(/listing/), patience)
    process.kill(pids[0] ?? 0, 'SIGKILL')
    await vi.waitFor(async () => expect(await state(importId)).toMatchObject({ status: 'applied' }), patience)
    expect(pids).toHaveLength(2)
    expect(await products()).toHaveLength(5)
  } finally {
    await stop()
  }
}, 120_000)

describe('a webhook about products', () => {
  test('updates one product immediately, and does not overwrite a newer version', async () => {
    await sync()
    const access = { shop: shop.shop, token: STORE_TOKEN }
    const earlier = await fetchShopifyProducts(access, [String(shop.product('coat').id)])
    shop.changeProduct('coat', (coat) => (coat.title = 'A new coat'))
    expect(await apply('coat')).toMatchObject({ updated: 1, refused: [] })
    expect((await ours('coat')).name).toBe('A new coat')
    expect(await applyStoreProducts(database.db, connection, earlier)).toMatchObject({ updated: 0, unchanged: 1 })
    expect((await ours('coat')).name).toBe('A new coat')
    const event = await database.db.productEvent.findFirstOrThrow({
      where: { partnerId: ask.partner.id },
      orderBy: { id: 'desc' },
      include: { act: true },
    })
    expect(event).toMatchObject({ type: 'synced', act: { kind: 'sync', actorKind: 'store', actorName: shop.shop } })
  })

  test('of a product with new images queues them for download', async () => {
    await apply('coat')
    const url = 'https://cdn.shop.example/coat.jpg'
    expect(await database.db.pictureFetch.findMany({ where: { partnerId: ask.partner.id } })).toMatchObject([
      { url, tries: 0, reason: '' },
    ])
    expect(await findDuePictures(database.db)).toContainEqual({ partnerId: ask.partner.id })
    expect(await claimPictures(database.db, ask.partner.id)).toEqual([url])
  })

  test('adds, renames and archives products', async () => {
    await sync()
    shop.addProduct(product('hat'))
    shop.changeProduct('dress', (dress) => (dress.handle = 'gown'))
    expect(await apply('hat', 'gown')).toMatchObject({ created: 1, updated: 1 })
    const { id } = shop.product('hat')
    shop.deleteProduct('hat')
    await archiveStoreProduct(database.db, connection.id, String(id))
    await archiveStoreProduct(database.db, connection.id, '1')
    expect((await products()).map(({ handle, status }) => [handle, status])).toEqual([
      ['coat', 'active'],
      ['gown', 'active'],
      ['hat', 'archived'],
      ['scarf', 'active'],
      ['shirt', 'active'],
      ['skirt', 'active'],
    ])
  })

  test('updates stock, skips deleted products, and reports products that cannot be saved', async () => {
    await sync()
    shop.changeStock('coat', 7)
    await apply('coat')
    expect((await ours('coat')).variants[0]?.stock).toBe(7)
    const access = { shop: shop.shop, token: STORE_TOKEN }
    expect(await fetchShopifyProducts(access, ['1', '2'])).toEqual([])
    shop.addProduct(product('twin', { variants: [{ priceMinor: 100, sku: 'coat-XS' }] }))
    expect((await apply('twin')).refused).toEqual([
      { handle: 'twin', reason: expect.stringContaining('same SKU coat-XS') as string },
    ])
  })

  test('is complemented by a list of the products changed since a time, and a count of all products', async () => {
    const access = { shop: shop.shop, token: STORE_TOKEN }
    const since = new Date(Date.now() + 1)
    shop.aheadMs = 3_600_000
    shop.changeProduct('scarf', (scarf) => (scarf.title = 'x'))
    const changed: string[] = []
    for await (const page of fetchShopifyProductsChangedSince(access, since)) changed.push(...page.map(({ id }) => id))
    expect(changed).toEqual([String(shop.product('scarf').id)])
    expect(await countProducts(access)).toBe(5)
    expect(await lookAtBulk(access, 'gid://shopify/BulkOperation/1')).toEqual({ state: 'gone' })
  })
})
