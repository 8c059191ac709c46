import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LoadContext } from '#server/http/render-page.ts'
import { BUSY } from '#server/platform/database-away.ts'
import { connect } from '#server/platform/db.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { applyMigrations } from '#server/platform/postgres/schema-engine.ts'
import { createPartner, createProduct } from '#tests/factories.ts'
import { createDataDir, removeDataDir } from '#tests/setup/shop-process.ts'
import type { TestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop } from '#tests/setup/test-shop.ts'
import { databaseAwayPage } from './database-away-page.ts'

/** A PostgreSQL that this test file stops and starts. */
const database = {} as TestDatabase
let postgres: EmbeddedPostgres
let productId: string
let lateId: string
beforeAll(async () => {
  database.dataDir = await createDataDir('wtf-away-')
  postgres = await startEmbeddedPostgres(database.dataDir, { durable: false })
  await applyMigrations(postgres.url)
  database.url = postgres.url
  database.db = connect(postgres.url, { poolSize: 4 })
  const { id: partnerId } = await createPartner(database.db)
  const [known, late] = [
    await createProduct(database.db, { partnerId }),
    await createProduct(database.db, { partnerId }),
  ]
  productId = known.id
  lateId = late.id
})
afterAll(async () => {
  await database.db.$disconnect()
  await postgres.release()
  await removeDataDir(database.dataDir)
})

/** Renders like Remix, where a thrown error sets the page's status and a caught one does not. */
async function renderPage(request: Request, { api }: LoadContext): Promise<Response> {
  const html = { 'content-type': 'text/html' }
  try {
    const { pathname } = new URL(request.url)
    if (pathname === '/discover')
      return new Response(
        await api.search.popular().then(
          () => 'with popular searches',
          () => 'without',
        ),
        { headers: html },
      )
    const { name } = await api.catalogue.get({ productId: pathname.split('/').at(-1)!.replace('.data', '') })
    return new Response(`page of ${name}`, { headers: html })
  } catch (error) {
    const status = { NOT_FOUND: 404, SERVICE_UNAVAILABLE: 503 }[(error as { code: string }).code] ?? 500
    return new Response(`boundary ${status}`, { status, headers: html })
  }
}
const shop = useTestShop(database, renderPage, { SIGN_IN_LIMITS: 'off' })
const told = (response: Response) => [
  response.status,
  response.headers.get('retry-after'),
  response.headers.get('cache-control'),
]

test('shows a busy page that does not mention the database if no connection is free', async () => {
  const response = databaseAwayPage(new Request('https://wtf.example/discover'), BUSY)
  expect(told(response)).toEqual([503, '5', 'no-store'])
  const page = await response.text()
  expect(page).toContain('We are very busy right now')
  expect(page).not.toContain('database')
})

const SESSION = { cookie: `__Host-wtf_session=${'a'.repeat(40)}` }

describe('while the database is unavailable', () => {
  beforeAll(async () => {
    expect(await (await shop.ask(`/product/${productId}`)).text()).toContain('page of')
    expect((await shop.ask(`/go/${productId}`)).status).toBe(302)
    await postgres.release()
  })
  afterAll(async () => {
    postgres = await startEmbeddedPostgres(database.dataDir, { durable: false })
    expect(postgres.url).toBe(database.url)
  })

  test('a page shows an error with Retry-After, and not an empty list', async () => {
    const response = await shop.ask(`/product/${lateId}`)
    expect(told(response)).toEqual([503, '5', 'no-store'])
    const page = await response.text()
    expect(page).toContain('<h1')
    expect(page).toContain('Back in a moment')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  })
  test('a cached page is still served', async () => {
    const response = await shop.ask(`/product/${productId}`)
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('page of')])
  })
  test("a data request returns an error in Remix's format", async () => {
    const response = await shop.ask(`/product/${lateId}.data`)
    expect([...told(response), await response.text()]).toEqual([503, '5', 'no-store', 'boundary 503'])
  })
  test('a page that can render without the missing data is served, and not cached', async () => {
    const response = await shop.ask('/discover')
    expect([response.status, response.headers.get('cache-control'), await response.text()]).toEqual([
      200,
      'no-store',
      'without',
    ])
  })
  test('a visitor with a session is not treated as anonymous', async () => {
    expect(told(await shop.ask(`/product/${productId}`, SESSION))).toEqual([503, '5', 'no-store'])
  })
  test.each([
    ['a visitor', {}],
    ['a visitor with a session', SESSION],
  ])('procedures respond to %s in JSON', async (_, headers) => {
    const response = await shop.ask(
      `/trpc/catalogue.get?input=${encodeURIComponent(JSON.stringify({ json: { productId } }))}`,
      headers,
    )
    expect(told(response)).toEqual([503, '5', 'no-store'])
    const { error } = (await response.json()) as { error: { json: { message: string; data: { code: string } } } }
    expect([error.json.data.code, error.json.message]).toEqual([
      'SERVICE_UNAVAILABLE',
      expect.stringContaining('try again'),
    ])
  })
  test('the sitemap returns an error, and is not empty', async () =>
    expect(told(await shop.ask('/sitemap.xml'))).toEqual([503, '5', 'no-store']))
  test('cached products redirect to their stores without a recorded click, and others return 503', async () => {
    const known = await shop.ask(`/go/${productId}`)
    expect([known.status, known.headers.get('location')]).toEqual([302, expect.not.stringContaining('wc_')])
    expect(known.headers.get('location')).toContain('partner_id=')
    expect(told(await shop.ask(`/go/${lateId}`))).toEqual([503, '5', 'no-store'])
  })
  test('the server is healthy, but not ready', async () => {
    const response = await shop.ask('/readyz')
    expect([response.status, await response.json()]).toEqual([
      503,
      { status: 'not ready', reasons: ['the database cannot be reached'], warnings: [] },
    ])
  })
})

describe('after a database failure', () => {
  test('everything works without a restart', async () => {
    const page = await shop.ask(`/product/${lateId}`)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('page of')])
    expect((await shop.ask(`/go/${lateId}`)).headers.get('location')).toContain('wtf_cid=wc_')
    // Responses are cached for a moment, so this may still be the previous one.
    await expect
      .poll(async () => [(await shop.ask('/readyz')).status, (await shop.ask('/healthz')).status])
      .toEqual([200, 200])
    expect(await (await shop.ask('/discover')).text()).toBe('with popular searches')
  })
})
