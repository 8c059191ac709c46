import { beforeAll, describe, expect, test } from 'vitest'
import { MAX_ANSWER_BYTES, MAX_FOUND, MAX_MESSAGE_BYTES } from '#server/mcp/limits.values.ts'
import { Meter } from '#server/platform/meter.ts'
import { setSiteState } from '#server/site/site-settings.service.ts'
import {
  createCategory,
  createPartner,
  createPicture,
  createProduct,
  createSizeTable,
  createViewer,
} from '#tests/factories.ts'
import { connectAssistant, type Assistant } from '#tests/setup/assistant.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop, type TestShop } from '#tests/setup/test-shop.ts'
import { createVisit } from '#tests/setup/visit.ts'

const database = useTestDatabase()
const noPages = () => Promise.reject(new Error('This is no page.'))
const shop = useTestShop(database, noPages)
let worked = 0
const poor = useTestShop(database, noPages, {}, new Meter({ worked: () => (worked += 15_000) }))

/** Sends a request to a test shop, like `fetch`. */
const through =
  (to: TestShop): typeof fetch =>
  async (address, init) =>
    to.ask(new URL(address as string | URL).pathname, Object.fromEntries(new Headers(init?.headers)), init)

interface Found {
  understood: string[]
  searchedAsText: string[]
  leftOut: string[]
  total: number
  products: Array<{ id: string; why: string[]; link: string; price: string; store: { returnsDays: number | null } }>
  facets: { colours: Array<{ value: string; count: number }> }
}

let assistant: Assistant
let partnerId: string
let productId: string
let otherId: string

beforeAll(async () => {
  const { db } = database
  const partner = await createPartner(db, {
    businessName: 'Moss & Co',
    returnsDays: 30,
    returnsPolicy: 'Send it back within 30 days.',
    shippingPolicy: 'Free from £50.',
    websiteUrl: 'https://moss.example',
    domain: 'moss.example',
  })
  partnerId = partner.id
  const category = await createCategory(db, { name: 'Dresses', slug: 'dresses' })
  const dress = { partnerId, categoryId: category.id, gender: 'women', currency: 'GBP' }
  const product = await createProduct(db, {
    ...dress,
    name: 'Black linen dress',
    material: 'Linen',
    description: 'A dress of linen.',
    variants: [
      { size: 'S', colourName: 'Black', priceMinor: 9_000, originalPriceMinor: 12_000, stock: 2 },
      { size: 'M', colourName: 'Black', priceMinor: 9_000, stock: 0 },
    ],
  })
  productId = product.id
  await createPicture(db, productId, { isPrimary: true })
  const other = await createProduct(db, {
    ...dress,
    name: 'Green linen dress',
    variants: [{ size: 'M', colourName: 'Green' }],
  })
  otherId = other.id
  await createSizeTable(db, { partnerId, brandId: product.brandId, categoryId: category.id, audience: 'women' })
  assistant = await connectAssistant('https://wtf.example', { fetch: through(shop) })
})

describe('tools', () => {
  test('include exactly seven read-only tools, each with an input schema', async () => {
    const { tools } = await assistant.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'search_products',
      'get_product',
      'find_similar',
      'compare_products',
      'get_store',
      'size_advice',
      'list_categories',
    ])
    for (const { name, annotations, description, inputSchema } of tools)
      expect([
        name,
        annotations?.readOnlyHint,
        annotations?.destructiveHint,
        inputSchema.additionalProperties,
        description,
      ]).toEqual([name, true, false, false, expect.stringMatching(/\w{3}.*\.$/)])
  })

  test('search by a sentence, and return the parsed filters, dropped terms and reasons', async () => {
    const found = await assistant.call<Found>('search_products', { query: 'black linen dress under £100' })
    expect(found.understood).toEqual(expect.arrayContaining(['Dresses', 'Under £100']))
    expect(found).toMatchObject({ total: 1, leftOut: [], products: [{ id: productId, price: '90.00 GBP' }] })
    expect(found.products[0]?.why).toEqual([...found.understood, 'In stock'])
    expect(found.products[0]?.store).toEqual({ id: partnerId, name: 'Moss & Co', returnsDays: 30 })
    expect(found.facets.colours).toContainEqual(expect.objectContaining({ value: 'black', count: 1 }))
    const relaxed = await assistant.call<Found>('search_products', { query: 'purple linen dress' })
    expect(relaxed.leftOut).not.toEqual([])
  })

  test('search by filters and by measurements', async () => {
    const filters = { categories: ['dresses'], colours: ['black'], priceMax: 100, currency: 'GBP' }
    expect(await assistant.call<Found>('search_products', filters)).toMatchObject({
      total: 1,
      products: [{ id: productId }],
    })
    // In the size table, S is a chest of 88 to 93 cm. The black dress is out of stock in M, and the green one has no S.
    const sized = await assistant.call<Found>('search_products', { measurements: { chest: 90, waist: 70 } })
    expect(sized.products.map(({ id }) => id)).toEqual([productId])
    expect(sized.products[0]?.why).toContainEqual(expect.stringMatching(/^Size S/))
  })

  test('return a product with its variants, stock, store and tracked links', async () => {
    expect(await assistant.call('get_product', { productId })).toMatchObject({
      name: 'Black linen dress',
      price: '90.00 GBP',
      storesOriginalPrice: '120.00 GBP',
      variants: [
        { size: 'S', colour: 'Black', stock: 2 },
        { size: 'M', stock: 0 },
      ],
      store: { returnsDays: 30, returns: 'Send it back within 30 days.', delivery: 'Free from £50.' },
      reviews: { count: 0 },
      link: `https://wtf.example/go/${productId}?src=agent&by=Test-Assistant`,
    })
  })

  test('find similar products, compare products, and report unknown ones', async () => {
    const similar = await assistant.call<Found>('find_similar', { productId })
    expect(similar.products.map(({ id }) => id)).toEqual([otherId])
    const missing = '01980000-0000-7000-8000-000000000000'
    expect(await assistant.call('compare_products', { productIds: [productId, otherId, missing] })).toMatchObject({
      products: [{ id: productId, sizesInStock: ['S'] }, { id: otherId }],
      notFound: [missing],
    })
    await expect(assistant.call('get_product', { productId: missing })).rejects.toThrow('Product not found')
  })

  test('return a store by its id or name', async () => {
    for (const input of [{ storeId: partnerId }, { name: 'moss' }])
      expect(await assistant.call('get_store', input)).toMatchObject({
        store: { id: partnerId, name: 'Moss & Co', returnsDays: 30, products: 2 },
      })
    await expect(assistant.call('get_store', { name: 'nobody' })).rejects.toThrow('No store has this name.')
  })

  test('recommend a size from measurements or a garment, and store nothing', async () => {
    const before = await database.db.shopperSizes.count()
    expect(await assistant.call('size_advice', { productId, measurements: { chest: 90, waist: 70 } })).toMatchObject({
      advice: 'S',
      sizes: ['S'],
    })
    const garment = { brand: 'Moss & Co', category: 'dresses', size: 'L' }
    expect(await assistant.call('size_advice', { productId, garment })).toMatchObject({ advice: 'L', sizes: [] })
    await expect(assistant.call('size_advice', { productId, measurements: { chest: 9 } })).rejects.toThrow(
      'Chest should be between 50 and 200 cm.',
    )
    expect(await database.db.shopperSizes.count()).toBe(before)
  })

  test('list categories with their slugs', async () => {
    expect(await assistant.call('list_categories')).toMatchObject({
      categories: [{ slug: 'dresses', name: 'Dresses', products: 2, below: [] }],
    })
  })
})

describe('the MCP endpoint', () => {
  test('limits the rows and bytes of a response', async () => {
    const partner = await createPartner(database.db, {
      returnsPolicy: 'r'.repeat(5_000),
      shippingPolicy: 's'.repeat(5_000),
    })
    const variants = Array.from({ length: 80 }, (_, n) => ({
      size: `${n} ${'x'.repeat(200)}`,
      colourName: 'y'.repeat(200),
    }))
    const wide: string[] = []
    for (let n = 0; n < 5; n++)
      wide.push(
        (
          await createProduct(database.db, {
            partnerId: partner.id,
            name: 'w'.repeat(500),
            description: 'é'.repeat(20_000),
            variants,
          })
        ).id,
      )
    for (const [tool, input] of [
      ['get_product', { productId: wide[0] }],
      ['compare_products', { productIds: wide }],
      ['search_products', { limit: MAX_FOUND }],
    ] as const) {
      const { content, isError } = await assistant.answer(tool, input)
      expect([tool, isError ?? false]).toEqual([tool, false])
      expect(Buffer.byteLength(JSON.stringify(content))).toBeLessThan(1.2 * MAX_ANSWER_BYTES)
    }
    await expect(assistant.call('search_products', { limit: MAX_FOUND + 1 })).rejects.toThrow('limit')
    await database.db.product.deleteMany({ where: { partnerId: partner.id } })
  })

  const post = (body: string, headers: Record<string, string> = {}, to = shop) =>
    to.ask(
      '/mcp',
      { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      { method: 'POST', body },
    )
  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })

  test('rejects long messages, batches, other methods and invalid JSON', async () => {
    const statusOf = async (answer: Promise<Response>) => (await answer).status
    expect(await statusOf(post(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(MAX_MESSAGE_BYTES) })))).toBe(
      413,
    )
    expect(await statusOf(post(`[${list},${list}]`))).toBe(400)
    expect(await statusOf(post('{'))).toBe(400)
    expect(await statusOf(post('5'))).toBe(400)
    expect(await statusOf(shop.ask('/mcp'))).toBe(405)
    expect(await statusOf(shop.ask('/mcp', {}, { method: 'DELETE' }))).toBe(405)
    expect(await statusOf(post(list))).toBe(200)
  })

  test('allows requests from other sites, and ignores cookies', async () => {
    const answer = await post(list, { origin: 'https://elsewhere.example', cookie: 'wtf_session=x' })
    expect([
      answer.status,
      answer.headers.get('access-control-allow-origin'),
      answer.headers.get('set-cookie'),
    ]).toEqual([200, '*', null])
    expect((await shop.ask('/mcp', { origin: 'https://elsewhere.example' }, { method: 'OPTIONS' })).status).toBe(204)
  })

  test("charges the caller's address, as pages do", async () => {
    expect((await post(list, {}, poor)).status).toBe(200)
    const refused = await post(list, {}, poor)
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect(await refused.json()).toMatchObject({
      jsonrpc: '2.0',
      error: { message: expect.stringContaining('Too many') },
    })
  })

  test('is closed while the site is closed', async () => {
    const admin = { db: database.db, visit: createVisit(), viewer: await createViewer(database.db, { role: 'admin' }) }
    await setSiteState(admin, { state: 'maintenance' })
    const closed = await post(list)
    expect([closed.status, closed.headers.get('retry-after')]).toEqual([503, '300'])
    await setSiteState(admin, { state: 'live' })
  })
})
