import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { CALLS_A_MINUTE } from '#server/open-data/limits.values.ts'
import { setSiteState } from '#server/site/site-settings.service.ts'
import { createCategory, createPartner, createPicture, createProduct, createViewer } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop } from '#tests/setup/test-shop.ts'
import { createVisit } from '#tests/setup/visit.ts'

const database = useTestDatabase()
const shop = useTestShop(database, () => Promise.reject(new Error('This is no page.')), { TRUST_PROXY: 'true' })

interface Document {
  paths: Record<
    string,
    {
      get: {
        parameters?: Array<{ name: string; in: string }>
        responses: Record<string, { content?: Record<string, { schema: { $ref: string } }> }>
      }
    }
  >
  components: { schemas: Record<string, object> }
}
let document: Document
let partnerId: string
let productId: string
let asked = 0
/** Sends a request from a new address, so that tests do not use up each other's limits. */
const ask = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  shop.ask(path, { 'x-forwarded-for': `198.51.100.${++asked % 250}`, ...headers }, init)

beforeAll(async () => {
  partnerId = (await createPartner(database.db, { businessName: 'Moss & Co' })).id
  const above = await createCategory(database.db, { name: 'Clothes', slug: 'clothes' })
  const category = await createCategory(database.db, { name: 'Dresses', slug: 'dresses', parentId: above.id, level: 1 })
  const product = await createProduct(database.db, {
    partnerId,
    name: 'Linen dress <&>',
    categoryId: category.id,
    gender: 'women',
    currency: 'GBP',
    variants: [
      { size: 'UK 10', colourName: 'Green', priceMinor: 9_000, originalPriceMinor: 12_000, stock: 2, sku: 'D-10' },
      { size: 'UK 12', colourName: 'Green', priceMinor: 9_000, stock: 0 },
      { size: 'UK 14', colourName: 'Green', priceMinor: 9_000, stock: null },
    ],
  })
  productId = product.id
  await createPicture(database.db, productId, { isPrimary: true })
  for (let at = 0; at < 3; at++) await createProduct(database.db, { partnerId, categoryId: category.id })
  document = (await (await ask('/openapi.json')).json()) as Document
})

/** Checks a response against the OpenAPI document. */
function holdAgainst(path: string, status: number, type: string, body: unknown): void {
  const name = document.paths[path]?.get.responses[status]?.content?.[type]?.schema.$ref.split('/').at(-1) ?? ''
  const shape = JSON.parse(
    JSON.stringify({ $ref: `#/$defs/${name}`, $defs: document.components.schemas }).replaceAll(
      '#/components/schemas/',
      '#/$defs/',
    ),
  ) as object
  expect([path, status, type, name]).not.toContain('')
  expect(z.fromJSONSchema(shape as never).safeParse(body).error?.issues ?? []).toEqual([])
}

describe('the catalogue API', () => {
  const EXAMPLES: Record<string, string> = {
    '/api/v1/products': '/api/v1/products?q=dress&pageSize=2',
    '/api/v1/products/{id}': '/api/v1/products/ID',
    '/api/v1/categories': '/api/v1/categories',
    '/api/v1/brands': '/api/v1/brands',
    '/api/v1/suggestions': '/api/v1/suggestions?q=dre',
  }

  test('responds to every documented path as documented, including errors', async () => {
    const paths = Object.keys(document.paths)
    expect(paths.filter((path) => path.startsWith('/api'))).toEqual(Object.keys(EXAMPLES))
    for (const [path, example] of Object.entries(EXAMPLES)) {
      const address = example.replace('ID', productId)
      const response = await ask(address)
      expect([address, response.status, response.headers.get('access-control-allow-origin')]).toEqual([
        address,
        200,
        '*',
      ])
      holdAgainst(path, 200, 'application/json', await response.json())
      const etag = response.headers.get('etag')!
      expect((await ask(address, { 'if-none-match': `W/${etag}, "x"` })).status).toBe(304)
      const wrong = await ask(`${address}${address.includes('?') ? '&' : '?'}nonsense=1`)
      expect([address, wrong.status, wrong.headers.get('content-type')]).toEqual([
        address,
        400,
        'application/problem+json',
      ])
      const told = (await wrong.json()) as object
      expect(told).toMatchObject({ errors: [{ path: 'nonsense' }] })
      holdAgainst(path, 400, 'application/problem+json', told)
    }
    const gone = await ask('/api/v1/products/01980000-0000-7000-8000-000000000000')
    expect(gone.status).toBe(404)
    holdAgainst('/api/v1/products/{id}', 404, 'application/problem+json', await gone.json())
  })

  test('accepts every documented parameter, and returns the same products as our lists', async () => {
    const values: Record<string, string> = {
      q: 'dress',
      mode: 'intelligent',
      categories: 'dresses',
      brands: 'moss-co',
      sizes: 'UK 10',
      colours: 'green',
      materials: '',
      genders: 'women',
      not: 'colour:red',
      currency: 'GBP',
      priceMin: '60',
      priceMax: '99.50',
      onSale: 'true',
      inStock: 'true',
      store: partnerId,
      sort: 'price_asc',
      page: '1',
      pageSize: '5',
    }
    const names = document.paths['/api/v1/products']!.get.parameters!.map(({ name }) => name)
    expect(Object.keys(values)).toEqual(names)
    const response = await ask(`/api/v1/products?${new URLSearchParams(values)}`)
    expect(await response.json()).toMatchObject({
      total: 1,
      products: [
        { id: productId, price: { amount: '90.00' }, originalPrice: { minor: 12_000 }, availability: 'in_stock' },
      ],
    })
    const first = (await (await ask('/api/v1/products?pageSize=3&categories=clothes')).json()) as {
      next: string
      total: number
    }
    expect(first.total).toBe(4)
    const next = new URL(first.next)
    expect(await (await ask(next.pathname + next.search)).json()).toMatchObject({
      page: 2,
      next: null,
      products: [expect.anything()],
    })
    for (const bad of [
      'page=0',
      'page=201',
      'pageSize=51',
      'sort=best',
      'priceMin=x',
      'priceMin=1.999',
      'store=me',
      'inStock=1',
      `q=${'x'.repeat(201)}`,
    ])
      expect([bad, (await ask(`/api/v1/products?${bad}`)).status]).toEqual([bad, 400])
  })

  test('limits calls, returns the remaining quota, and is read-only', async () => {
    const from = { 'x-forwarded-for': '203.0.113.9' }
    const first = await ask('/api/v1/brands', from)
    expect([first.headers.get('ratelimit-policy'), first.headers.get('ratelimit')]).toEqual([
      `"read";q=${CALLS_A_MINUTE};w=60`,
      expect.stringMatching(new RegExp(`^"read";r=${CALLS_A_MINUTE - 1};t=\\d+$`)),
    ])
    for (let call = 1; call < CALLS_A_MINUTE; call++) await ask('/openapi.json', from)
    const refused = await ask('/api/v1/brands', from)
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0, refused.headers.get('ratelimit')]).toEqual([
      429,
      true,
      expect.stringContaining('r=0'),
    ])
    expect((await ask('/api/v1/brands', {}, { method: 'POST' })).status).toBe(405)
    const preflight = await ask('/api/v1/brands', { origin: 'https://elsewhere.example' }, { method: 'OPTIONS' })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
  })

  test('is closed while the shop is closed', async () => {
    const admin = { db: database.db, visit: createVisit(), viewer: await createViewer(database.db, { role: 'admin' }) }
    await setSiteState(admin, { state: 'maintenance' })
    for (const path of [
      '/api/v1/products',
      '/feeds/products.ndjson',
      '/feeds/google-merchant.xml',
      '/feeds/openai-products.jsonl',
      '/openapi.json',
    ]) {
      const response = await ask(path)
      expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, 503, '300'])
    }
    await setSiteState(admin, { state: 'live' })
  })
})

describe('feeds', () => {
  test('are served from a compressed file with an ETag, and end with a valid cursor', async () => {
    const response = await ask('/feeds/products.ndjson', { 'accept-encoding': 'gzip' })
    expect([response.status, response.headers.get('content-type'), response.headers.get('content-encoding')]).toEqual([
      200,
      'application/x-ndjson; charset=utf-8',
      'gzip',
    ])
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(Number(response.headers.get('content-length'))).toBe(bytes.length)
    const text = gunzipSync(bytes).toString()
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; id: string; next: string })
    expect(lines.map(({ type }) => type)).toEqual(['product', 'product', 'product', 'product', 'end'])
    for (const line of lines) holdAgainst('/feeds/products.ndjson', 200, 'application/x-ndjson', line)
    // Clients without gzip get the same text, with its own length.
    const plain = await ask('/feeds/products.ndjson')
    expect(await plain.text()).toBe(text)
    expect(Number(plain.headers.get('content-length'))).toBe(Buffer.byteLength(text))
    const [etag, modified] = ['etag', 'last-modified'].map((name) => response.headers.get(name)!)
    expect((await ask('/feeds/products.ndjson', { 'if-none-match': etag! })).status).toBe(304)
    expect((await ask('/feeds/products.ndjson', { 'if-modified-since': modified! })).status).toBe(304)
    const head = await ask('/feeds/products.ndjson', { 'accept-encoding': 'gzip' }, { method: 'HEAD' })
    expect([head.status, await head.text(), head.headers.get('content-length')]).toEqual([
      200,
      '',
      String(bytes.length),
    ])
    const next = new URL(lines.at(-1)!.next)
    await database.db.product.update({ where: { id: productId }, data: { material: 'Linen' } })
    const gone = await createProduct(database.db, { partnerId })
    await database.db.product.delete({ where: { id: gone.id } })
    const changes = (await (await ask(next.pathname + next.search)).text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; id: string })
    // Changes are repeated while another database of this cluster has an older open transaction.
    expect(changes.filter(({ id }) => id === productId || id === gone.id)).toMatchObject([
      { id: productId, material: 'Linen' },
      { type: 'gone', id: gone.id },
    ])
    const count = (type: string) => changes.filter((change) => change.type === type).length
    expect(changes.at(-1)).toMatchObject({ type: 'end', products: count('product'), gone: 1 })
    // The file has not changed.
    expect((await ask('/feeds/products.ndjson', { 'if-none-match': etag! })).status).toBe(304)
  })

  test('explain what to do about an invalid cursor', async () => {
    const wrong = await ask('/feeds/products.ndjson?since=junk')
    expect([wrong.status, await wrong.json()]).toMatchObject([
      400,
      { detail: expect.stringContaining('last line') as string },
    ])
    const old = await ask('/feeds/products.ndjson?since=abc-1-1')
    expect([old.status, await old.json()]).toMatchObject([
      410,
      { detail: expect.stringContaining('without "since"') as string },
    ])
  })

  test("list each variant with known stock in Google's format, for all stores or one", async () => {
    const other = await createPartner(database.db)
    const theirs = await createProduct(database.db, { partnerId: other.id })
    await createPicture(database.db, theirs.id)
    const one = await (await ask(`/feeds/google-merchant.xml?partner=${partnerId}`)).text()
    expect(one.match(/<item>/g)).toHaveLength(2)
    for (const part of [
      '<g:title>Linen dress &#60;&#38;&#62;, Green, UK 10</g:title>',
      '<g:price>120.00 GBP</g:price><g:sale_price>90.00 GBP</g:sale_price>',
      '<g:mpn>D-10</g:mpn>',
      `<g:item_group_id>${productId}</g:item_group_id>`,
      '<g:availability>out_of_stock</g:availability>',
      '<g:gender>female</g:gender><g:age_group>adult</g:age_group>',
      '<g:google_product_category>2271</g:google_product_category><g:product_type>Clothes &#62; Dresses</g:product_type>',
      '<g:identifier_exists>no</g:identifier_exists>',
    ])
      expect(one).toContain(part)
    const all = await ask('/feeds/google-merchant.xml')
    expect([all.status, (await all.text()).match(/<item>/g)?.length]).toEqual([200, 3])
    expect((await ask('/feeds/google-merchant.xml?partner=01980000-0000-7000-8000-000000000000')).status).toBe(404)
  })

  test('allow each reader two streams at once, and free a slot when one disconnects', async () => {
    const from = { 'x-forwarded-for': '203.0.113.77' }
    const live = () => ask(`/feeds/google-merchant.xml?partner=${partnerId}`, from)
    const [first, second] = [await live(), await live()]
    expect([first.status, second.status, (await live()).status]).toEqual([200, 200, 429])
    await first.body?.cancel()
    await vi.waitFor(async () => expect((await live()).status).toBe(200))
  })
})
