import superjson from 'superjson'
import { decode } from 'turbo-stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sessionCookieName } from '#server/auth/session-cookie.ts'
import { log } from '#server/platform/log.ts'
import { anonymousPayer, Meter } from '#server/platform/meter.ts'
import { bypassCookieName } from '#server/site/admin-bypass.service.ts'
import { PAGE_COOKIES } from '#server/site/addresses.values.ts'
import { createAccount, signedIn } from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop } from '#tests/setup/test-shop.ts'
import { createVisit } from '#tests/setup/visit.ts'

const RENDERING_MS = 1_000
const database = useTestDatabase()
let worked = 0
let now = 0
let rendered = 0
const meter = new Meter({ worked: () => worked, now: () => now })
/** Each rendering takes a second and shows its visitor. */
const shop = useTestShop(
  database,
  async (request, { api }) => {
    rendered++
    worked += RENDERING_MS
    const session = await api.auth.session()
    return new Response(
      `${new URL(request.url).pathname} for ${session?.viewer.email ?? 'everybody'} ${'words '.repeat(300)}`,
      { headers: { 'content-type': 'text/html' } },
    )
  },
  { TRUST_PROXY: 'true' },
  meter,
)

const PAGE = { accept: 'text/html,*/*' }
let addresses = 0
/** Returns an address that has sent no requests yet. */
const newAddress = () => `198.51.100.${++addresses}`
const ask = (path: string, address: string, headers: Record<string, string> = {}, init?: RequestInit) =>
  shop.ask(path, { ...PAGE, 'x-forwarded-for': address, ...headers }, init)
/** Returns an address whose budget for this minute is spent. */
const exhausted = async () => {
  const address = newAddress()
  for (let asked = 0; asked < 20; asked++) expect((await ask(`/login?n=${asked}`, address)).status).toBe(200)
  return address
}
const person = async () => {
  const visit = createVisit({ siteUrl: 'https://wtf.example' })
  const { email } = await createAccount(database.db)
  const { id } = await database.db.user.findUniqueOrThrow({ where: { email } })
  await signedIn(database.db, id, { visit })
  return { email, cookie: [...visit.cookies].map((pair) => pair.join('=')).join('; ') }
}
const unknownSession = (letter: string) => `${sessionCookieName(true)}=${letter.repeat(40)}`

beforeAll(() => {
  log.level = 'silent'
})
afterAll(() => {
  log.level = 'info'
})
beforeEach(() => {
  now += 3_600_000
})

describe('an address over its rate limit', () => {
  test('gets a static page with Retry-After', async () => {
    const address = await exhausted()
    const before = rendered
    const answer = await ask('/login', address)
    expect([
      answer.status,
      answer.headers.get('retry-after'),
      answer.headers.get('cache-control'),
      answer.headers.get('content-security-policy')?.includes("default-src 'none'"),
    ]).toEqual([429, '1', 'no-store', true])
    expect(await answer.text()).toContain('One moment, please')
    expect(rendered).toBe(before)
  })
  test('is allowed again after Retry-After', async () => {
    const address = await exhausted()
    now += 1_000
    expect((await ask('/login', address)).status).toBe(200)
    const answer = await ask('/login', address)
    const seconds = Number(answer.headers.get('retry-after'))
    now += seconds * 1_000
    expect((await ask('/login', address)).status).toBe(200)
  })
  test('still gets cached pages, including stale ones', async () => {
    const address = newAddress()
    await ask('/contact', address)
    for (let asked = 1; asked < 20; asked++) await ask('/login', address)
    expect((await ask('/login', address)).status).toBe(429)
    expect((await ask('/contact', address)).status).toBe(200)
    expect((await ask('/terms', address)).status).toBe(429)
  })
  test('does not affect other addresses', async () => {
    await exhausted()
    expect((await ask('/login', newAddress())).status).toBe(200)
  })
  test('does not block signed-in users at the same address, who have separate budgets', async () => {
    const address = await exhausted()
    const { email, cookie } = await person()
    for (const path of ['/settings', '/about'])
      expect(await (await ask(path, address, { cookie })).text()).toContain(`${path} for ${email}`)
    const other = newAddress()
    for (let asked = 0; asked < 6; asked++)
      expect((await ask('/settings', other, { cookie })).status).toBe(asked < 4 ? 200 : 429)
    expect((await ask('/login', other)).status).toBe(200)
  })
  test.each([
    unknownSession('a'),
    `${sessionCookieName(true)}=x`,
    `${sessionCookieName(true)}=${'A'.repeat(40)}`,
    'session=1',
  ])('is still limited with the cookie %s', async (cookie) => {
    const address = await exhausted()
    expect((await ask('/login', address, { cookie })).status).toBe(429)
  })
  test('gets errors in the formats of tRPC, Remix and API clients', async () => {
    const address = await exhausted()
    const trpc = await ask('/trpc/catalogue.trending', address, { accept: '*/*' })
    const { error } = (await trpc.json()) as { error: never }
    expect([trpc.status, trpc.headers.get('retry-after')]).toEqual([429, '1'])
    expect(superjson.deserialize(error)).toMatchObject({ data: { code: 'TOO_MANY_REQUESTS', httpStatus: 429 } })
    const text = await ask('/sitemap.xml', address, { accept: '*/*' })
    expect([text.status, text.headers.get('retry-after'), text.headers.get('content-type')?.split(';')[0]]).toEqual([
      429,
      '1',
      'text/plain',
    ])
    const plugins = [(type: unknown, ...values: unknown[]) => ({ value: [type, ...values] })]
    const remix = async (path: string, init?: RequestInit) => {
      const answer = await ask(path, address, { accept: '*/*', 'sec-fetch-site': 'same-origin' }, init)
      expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('content-type')]).toEqual([
        429,
        '1',
        'text/x-script',
      ])
      return (await decode(answer.body!, { plugins })).value
    }
    expect(await remix('/discover.data?q=new&_routes=routes%2Fdiscover')).toEqual([
      'SingleFetchRedirect',
      { redirect: '/discover?q=new', status: 302, revalidate: false, reload: true, replace: false },
    ])
    expect(await remix('/login.data', { method: 'POST', body: new URLSearchParams({ a: 'b' }) })).toEqual({
      error: ['ErrorResponse', expect.stringContaining('Too many requests'), 429, 'Too Many Requests'],
    })
  })
  test('gets 429 for every uncached page', async () => {
    const address = await exhausted()
    for (const path of [
      '/',
      '/nowhere',
      '/admin',
      '/discover?q=x',
      '/discover.data',
      '/trpc/search.products',
      '/sitemap.xml',
      '/sitemap-pages.xml',
      '/__manifest?p=%2Fx',
      '/go/unknown',
    ]) {
      for (const method of ['GET', 'HEAD'])
        expect([path, (await ask(path, address, {}, { method })).status]).toEqual([path, 429])
    }
    expect((await ask('/healthz', address)).status).toBe(200)
  })
})

describe('an unknown session', () => {
  test('gets the cached page, and has its cookie cleared', async () => {
    const address = newAddress()
    const kept = await ask('/', address)
    const before = rendered
    const answer = await ask('/', address, { cookie: unknownSession('b') })
    expect([answer.status, answer.headers.get('etag'), rendered - before]).toEqual([200, kept.headers.get('etag'), 0])
    expect(answer.headers.get('set-cookie')).toMatch(/^__Host-wtf_session=; .*Max-Age=0/)
    expect((await ask('/', address)).headers.get('set-cookie')).toBeNull()
  })
  test('keeps its cookie on requests that may belong to a sign-in', async () => {
    for (const path of ['/discover.data', '/discover.data?_routes=routes%2Fdiscover', '/login', '/trpc/auth.session'])
      expect((await ask(path, newAddress(), { cookie: unknownSession('c') })).headers.get('set-cookie')).toBeNull()
  })
})

test('renders and charges a page once for simultaneous requests, and rejects none', async () => {
  const crowd = newAddress()
  const before = rendered
  const answers = await Promise.all(Array.from({ length: 60 }, () => ask('/ranking', crowd)))
  expect([new Set(answers.map(({ status }) => status)), rendered - before]).toEqual([new Set([200]), 1])
})

test('uses the same cookie names as the code that sets them', () => {
  expect([sessionCookieName(false), bypassCookieName(false)]).toEqual([PAGE_COOKIES.session, PAGE_COOKIES.bypass])
})

test('creates budgets only for visitors of uncached pages', async () => {
  await ask('/about', newAddress())
  const before = meter.size
  for (let asked = 0; asked < 50; asked++) await ask('/about', newAddress())
  expect(meter.size).toBe(before)
  expect(anonymousPayer('198.51.100.1').key).toBe('198.51.100.1')
})
