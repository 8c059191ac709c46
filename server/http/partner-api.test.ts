import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { EVENT_DATA } from '#server/outgoing-webhooks/event-data.schema.ts'
import type { KeyScope } from '#server/sales/conversions-api/key-scopes.schema.ts'
import { PARTNER_LIMITS } from '#server/platform/partner-limits.values.ts'
import { createKey } from '#server/sales/conversions-api/store-keys.service.ts'
import { recordOrder } from '#server/sales/record-order.ts'
import { createClick, createPartnerAsk, createProduct } from '#tests/factories.ts'
import { partnerApiClient } from '#tests/setup/partner-api-client.ts'
import { minutesAfter, openInvoice, ORDERED, signal, STANDARD, storeOrder } from '#tests/setup/sales.ts'
import { createConnection } from '#tests/setup/store-connection.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop } from '#tests/setup/test-shop.ts'
import { createVisit } from '#tests/setup/visit.ts'

const database = useTestDatabase()
const shop = useTestShop(database, () => Promise.reject(new Error('This is no page.')))

const ALL: KeyScope[] = ['sales:read', 'clicks:read', 'invoices:read', 'ledger:read', 'products:read', 'products:write']

let ask: Awaited<ReturnType<typeof createPartnerAsk>> & { visit: ReturnType<typeof createVisit> }
let key: string
let client: ReturnType<typeof partnerApiClient>

beforeEach(async () => {
  ask = {
    ...(await createPartnerAsk(database.db, { createdAt: new Date('2020-01-01') })),
    visit: createVisit(),
  }
  await database.db.partnerAgreement.create({
    data: { partnerId: ask.partner.id, planId: STANDARD, termsVersion: '2026-11-21', acceptedAt: new Date(0) },
  })
  key = (await createKey(ask, { name: 'Server', kind: 'bearer', scopes: ALL })).secret
  client = partnerApiClient(shop, key)
})

const product = (given: object = {}) => ({
  handle: `linen-${randomUUID()}`,
  name: 'Linen dress',
  currency: 'USD',
  variants: [
    { sku: randomUUID(), size: 'S', priceMinor: 8_900, stock: 3 },
    { sku: randomUUID(), size: 'M', priceMinor: 8_900, originalPriceMinor: 9_900, stock: null },
  ],
  ...given,
})

/** Records sales an hour apart, and returns their ids, latest order first. */
async function sell(count: number): Promise<string[]> {
  const sold = await createProduct(database.db, { partnerId: ask.partner.id })
  for (let number = 0; number < count; number++) {
    const orderedAt = minutesAfter(ORDERED, number * 60)
    const click = await createClick(database.db, sold, { clickedAt: minutesAfter(orderedAt, -30) })
    const at = orderedAt.toISOString()
    const order = storeOrder({ orderedAt: at, paidAt: at, updatedAt: at, signals: [signal({ clickId: click.id })] })
    await recordOrder(database.db, ask.partner.id, order, minutesAfter(orderedAt, 5))
  }
  const rows = await database.db.conversion.findMany({
    where: { partnerId: ask.partner.id },
    orderBy: { orderedAt: 'desc' },
  })
  return rows.map(({ id }) => id)
}

/** Reads all pages of a list, two entries at a time. */
async function pages<Entry>(
  read: (query: {
    limit: number
    cursor?: string
  }) => Promise<{ data?: { data: Entry[]; nextCursor: string | null } | undefined }>,
): Promise<Entry[][]> {
  const found: Entry[][] = []
  let cursor: string | undefined
  do {
    const { data } = await read({ limit: 2, ...(cursor !== undefined && { cursor }) })
    found.push(data!.data)
    cursor = data!.nextCursor ?? undefined
  } while (cursor !== undefined)
  return found
}

describe('reading', () => {
  test('lists sales in pages, latest first, with the same fields as webhooks', async () => {
    const ids = await sell(5)
    const found = await pages((query) => client.GET('/store/sales', { params: { query } }))
    expect(found.map((page) => page.map(({ id }) => id))).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)])
    for (const sale of found.flat()) expect(EVENT_DATA['sale.created'].parse(sale)).toEqual(sale)
    expect(found[0]![0]).toMatchObject({ netMinor: 10_000, commission: { currency: 'GBP' }, status: 'pending' })
    const since = minutesAfter(ORDERED, 180).toISOString()
    const { data } = await client.GET('/store/sales', { params: { query: { from: since } } })
    expect(data?.data.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    const none = await client.GET('/store/sales', { params: { query: { status: 'cancelled' } } })
    expect(none.data?.data).toEqual([])
  })

  test('returns a sale with its lines', async () => {
    const [id = ''] = await sell(1)
    const { data } = await client.GET('/store/sales/{id}', { params: { path: { id } } })
    expect(data).toMatchObject({ id, lines: [{ title: 'Linen dress', quantity: 1, netMinor: 10_000 }] })
  })

  test('lists clicks in pages without shopper data', async () => {
    await sell(3)
    const found = await pages((query) => client.GET('/store/clicks', { params: { query } }))
    expect(found.map((page) => page.length)).toEqual([2, 1])
    const names = new Set(found.flat().flatMap((click) => Object.keys(click)))
    for (const hidden of ['userId', 'visitorId', 'ipHash', 'referrerPath', 'searchId'])
      expect(names).not.toContain(hidden)
  })

  test('lists the ledger in pages, and only entries after a sequence number', async () => {
    await sell(3)
    const found = await pages((query) => client.GET('/store/ledger', { params: { query } }))
    expect(found.map((page) => page.map(({ seq }) => seq))).toEqual([[1, 2], [3]])
    const { data } = await client.GET('/store/ledger', { params: { query: { after: 2 } } })
    expect(data?.data.map(({ seq }) => seq)).toEqual([3])
  })

  test('lists invoices and returns one with its lines', async () => {
    const id = ask.partner.id
    await database.db.invoice.create({
      data: {
        id,
        ...openInvoice(id),
        lines: {
          create: [1, 2, 3].map((place) => ({ place, description: `Line ${place}`, baseMinor: 100, amountMinor: 10 })),
        },
      },
    })
    const listed = await client.GET('/store/invoices', {})
    expect(listed.data?.data).toMatchObject([{ id, number: `N-${id}`, month: '2026-08', netMinor: 500 }])
    const one = await client.GET('/store/invoices/{id}', { params: { path: { id } } })
    expect(EVENT_DATA['invoice.issued'].parse(one.data)).toEqual(listed.data?.data[0])
    const found = await pages((query) => client.GET('/store/invoices/{id}/lines', { params: { path: { id }, query } }))
    expect(found.map((page) => page.map(({ place }) => place))).toEqual([[1, 2], [3]])
  })

  test('rejects unknown parameters and invalid cursors with a problem document that names them', async () => {
    const { response, error } = await client.GET('/store/sales', { params: { query: { limit: 101 } } })
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'application/problem+json'])
    expect(error).toMatchObject({ status: 400, title: 'Bad request', errors: [{ path: 'limit' }] })
    const cursor = await client.GET('/store/sales', { params: { query: { cursor: 'bm90IG91cnM' } } })
    expect(cursor.error).toMatchObject({ status: 400, detail: expect.stringContaining('nextCursor') as string })
    expect((await client.GET('/store/sales', { params: { query: { page: 2 } as object } })).response.status).toBe(400)
  })
})

describe('writing products', () => {
  test("creates a product with the dashboard's validation, and lists it", async () => {
    const given = product({ images: [{ url: 'https://cdn.example/1.jpg', alt: 'Front' }], tags: ['summer'] })
    const { data, response } = await client.POST('/store/products', { body: given })
    expect(response.status).toBe(201)
    expect(data).toMatchObject({ handle: given.handle, isChanged: true })
    const found = await client.GET('/store/products/{id}', { params: { path: { id: data!.id } } })
    expect(found.data).toMatchObject({
      status: 'draft',
      name: 'Linen dress',
      tags: ['summer'],
      isManaged: false,
      currency: 'USD',
      variants: [
        { ...given.variants[0], originalPriceMinor: null },
        { ...given.variants[1], priceMinor: 8_900, originalPriceMinor: 9_900, stock: null },
      ],
      images: [{ url: 'https://cdn.example/1.jpg', alt: 'Front' }],
    })
    const act = await database.db.productAct.findFirstOrThrow({ where: { partnerId: ask.partner.id } })
    expect(act).toMatchObject({ kind: 'create', actorKind: 'api', actorName: 'Server', actorId: null })
    const listed = await client.GET('/store/products', { params: { query: { sku: given.variants[0]!.sku } } })
    expect(listed.data?.data).toEqual([found.data])
  })

  test('rejects the same values as the dashboard, and names each field', async () => {
    await client.POST('/store/products', { body: product({ handle: 'taken' }) })
    const { error, response } = await client.POST('/store/products', {
      body: product({ handle: 'taken', variants: [{ priceMinor: 100, originalPriceMinor: 50 }] }),
    })
    expect(response.status).toBe(422)
    expect(error).toMatchObject({ errors: [{ path: 'variants[0].originalPriceMinor' }] })
    const clash = await client.POST('/store/products', { body: product({ handle: 'taken' }) })
    expect(clash.error).toMatchObject({ status: 422, errors: [{ path: 'handle' }] })
    const currency = await client.POST('/store/products', { body: product({ currency: 'GBP' }) })
    expect(currency.error).toMatchObject({ status: 422, errors: [{ path: 'currency' }] })
    const elsewhere = await client.POST('/store/products', { body: product({ productUrl: 'https://other.example/x' }) })
    expect(elsewhere.error).toMatchObject({ status: 422, errors: [{ path: 'productUrl' }] })
  })

  test('changes only the given fields', async () => {
    const given = product({ material: 'Linen' })
    const { data: made } = await client.POST('/store/products', { body: given })
    const path = { id: made!.id }
    const change = () => client.PATCH('/store/products/{id}', { params: { path }, body: { name: 'Linen gown' } })
    expect((await change()).data).toMatchObject({ isChanged: true })
    expect((await change()).data).toMatchObject({ isChanged: false })
    const { data } = await client.GET('/store/products/{id}', { params: { path } })
    expect(data).toMatchObject({ name: 'Linen gown', material: 'Linen', variants: [{ size: 'S' }, { size: 'M' }] })
  })

  test('protects fields that a connected store manages', async () => {
    const { data: made } = await client.POST('/store/products', { body: product() })
    const connection = await createConnection(database.db, ask.partner.id)
    await database.db.storeProduct.create({
      data: { connectionId: connection.id, externalId: '1', productId: made!.id, updatedAt: new Date() },
    })
    const path = { id: made!.id }
    const patch = (body: object) => client.PATCH('/store/products/{id}', { params: { path }, body })
    expect((await patch({ name: 'Other' })).error).toMatchObject({ status: 422, errors: [{ path: 'name' }] })
    expect((await patch({ images: [{ url: 'https://cdn.example/2.jpg' }] })).error).toMatchObject({
      status: 422,
      errors: [{ path: 'images' }],
    })
    expect((await patch({ material: 'Linen' })).response.status).toBe(200)
    const { data: stored } = await client.GET('/store/products/{id}', { params: { path } })
    const [variant] = stored!.variants
    const bulk = await client.POST('/store/variants', { body: { variants: [{ variantId: variant!.id, stock: 0 }] } })
    expect(bulk.data).toMatchObject({
      changed: 0,
      refused: [{ index: 0, reason: expect.stringContaining('stock') as string }],
    })
  })

  test("rejects a product beyond the store's quota", async () => {
    await database.db.partnerLimit.create({
      data: { partnerId: ask.partner.id, quota: 'products', value: 1, reason: 'A test' },
    })
    expect((await client.POST('/store/products', { body: product() })).response.status).toBe(201)
    const { error } = await client.POST('/store/products', { body: product() })
    expect(error).toMatchObject({ status: 422 })
    expect(await database.db.product.count({ where: { partnerId: ask.partner.id } })).toBe(1)
  })
})

describe('stock and prices in bulk', () => {
  test('finds variants by ID or SKU, and rejects invalid items individually', async () => {
    const given = product()
    const { data: made } = await client.POST('/store/products', { body: given })
    const path = { id: made!.id }
    const before = await client.GET('/store/products/{id}', { params: { path } })
    const [small, medium] = before.data!.variants
    const body = {
      variants: [
        { variantId: small!.id, stock: 7, priceMinor: 7_900, currency: 'USD' },
        { sku: medium!.sku!, stock: 0 },
        { sku: 'unknown', stock: 1 },
        { variantId: small!.id, stock: 8 },
      ],
    }
    const { data } = await client.POST('/store/variants', { body })
    expect(data).toMatchObject({ changed: 2, unchanged: 0, refused: [{ index: 2 }, { index: 3 }] })
    const after = await client.GET('/store/products/{id}', { params: { path } })
    expect(after.data?.variants).toMatchObject([
      { stock: 7, priceMinor: 7_900, originalPriceMinor: null },
      { stock: 0, priceMinor: 8_900, originalPriceMinor: 9_900 },
    ])
    expect((await client.POST('/store/variants', { body })).data).toMatchObject({ changed: 0, unchanged: 2 })
  })

  test('rejects a price in another currency, and an original price that is not higher', async () => {
    const { data: made } = await client.POST('/store/products', { body: product() })
    const { data } = await client.GET('/store/products/{id}', { params: { path: { id: made!.id } } })
    const [small, medium] = data!.variants
    const bulk = await client.POST('/store/variants', {
      body: {
        variants: [
          { variantId: small!.id, priceMinor: 1, currency: 'GBP' },
          { variantId: medium!.id, originalPriceMinor: 8_900, currency: 'USD' },
        ],
      },
    })
    expect(bulk.data).toMatchObject({ changed: 0, refused: [{ index: 0 }, { index: 1 }] })
    const without = await client.POST('/store/variants', {
      body: { variants: [{ variantId: small!.id, priceMinor: 1 }] },
    })
    expect(without.error).toMatchObject({ status: 422, errors: [{ path: 'variants[0].currency' }] })
  })
})

describe('idempotency keys', () => {
  test('repeat the first response, and reject a different request', async () => {
    const body = product()
    const headers = { 'Idempotency-Key': randomUUID() }
    const send = (given: typeof body) => client.POST('/store/products', { body: given, params: { header: headers } })
    const first = await send(body)
    const again = await send(body)
    expect([again.response.status, again.data]).toEqual([201, first.data])
    expect((await send(product())).error).toMatchObject({ status: 409 })
    expect(await database.db.product.count({ where: { partnerId: ask.partner.id } })).toBe(1)
  })

  test('distinguish calls to different products with the same body', async () => {
    const [one, two] = await Promise.all([
      client.POST('/store/products', { body: product() }),
      client.POST('/store/products', { body: product() }),
    ])
    const header = { 'Idempotency-Key': randomUUID() }
    const patch = (id: string) =>
      client.PATCH('/store/products/{id}', { params: { path: { id }, header }, body: { name: 'Same' } })
    expect((await patch(one.data!.id)).response.status).toBe(200)
    expect((await patch(two.data!.id)).response.status).toBe(409)
  })
})

describe('limits', () => {
  test('charge rows before the call runs, and return the remaining quota', async () => {
    const first = await client.GET('/store/sales', { params: { query: { limit: 40 } } })
    expect(first.response.headers.get('ratelimit-policy')).toBe('"rows";q=20000;w=60')
    expect(first.response.headers.get('ratelimit')).toMatch(/^"rows";r=19960;t=\d+$/)
    shop.budget.spend(ask.partner.id, 'rows', 19_950)
    const refused = await client.GET('/store/sales', { params: { query: { limit: 40 } } })
    expect(refused.error).toMatchObject({ status: 429, detail: expect.stringContaining('20,000 rows') as string })
    expect(refused.response.headers.get('retry-after')).toMatch(/^\d+$/)
    expect((await client.GET('/store/sales', { params: { query: { limit: 10 } } })).response.status).toBe(200)
  })

  test('charge the bytes of responses', async () => {
    const read = () => client.GET('/store/sales', {})
    shop.budget.spend(ask.partner.id, 'bytes', PARTNER_LIMITS.bytes - 10)
    expect((await read()).response.status).toBe(200)
    expect((await read()).error).toMatchObject({ status: 429, detail: expect.stringContaining('256 MB') as string })
  })

  test('reject large bodies and other methods', async () => {
    const large = await client.POST('/store/products', { body: product({ description: 'x'.repeat(1_100_000) }) })
    expect(large.response.status).toBe(413)
    const method = await shop.ask('/api/v1/store/sales', { authorization: `Bearer ${key}` }, { method: 'DELETE' })
    expect([method.status, method.headers.get('allow')]).toEqual([405, 'GET'])
  })
})

test('publishes the OpenAPI document that its client is generated from', async () => {
  const document = (await (await shop.ask('/api/v1/openapi.json')).json()) as { paths: object }
  expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/conversions', '/store/sales']))
})

test('logs calls with a valid key, and the reason if they were rejected', async () => {
  await client.GET('/store/sales', { params: { query: { limit: 101 } } })
  await client.GET('/store/clicks', {})
  await shop.ask('/api/v1/conversions/1', { authorization: `Bearer ${key}` })
  await shop.apiCalls.flush()
  const calls = await database.db.apiCall.findMany({
    where: { partnerId: ask.partner.id },
    orderBy: { number: 'asc' },
  })
  expect(calls).toMatchObject([
    { path: '/api/v1/store/sales', status: 400, detail: expect.stringContaining('limit') as string },
    { path: '/api/v1/store/clicks', status: 200, detail: '' },
    { path: '/api/v1/conversions/1', status: 403, detail: expect.stringContaining('conversions') as string },
  ])
})
