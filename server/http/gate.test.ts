import superjson from 'superjson'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { configureAuth, USUAL_LIMITS } from '#server/auth/auth-config.ts'
import { bypassCookieName } from '#server/site/admin-bypass.service.ts'
import { appSecret } from '#server/platform/secrets.ts'
import { signToken } from '#server/platform/signed-token.ts'
import { startPreview } from '#server/storefront/preview.service.ts'
import { setLaunchAt, setSiteState } from '#server/site/site-settings.service.ts'
import { createPartner } from '#tests/factories.ts'
import { createAccount, signedIn } from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop } from '#tests/setup/test-shop.ts'
import { createVisit } from '#tests/setup/visit.ts'

const SECRET = 'sixteen-characters-or-more'
const database = useTestDatabase()
let rendered = 0
// Shows Remix's load context, and lets a page call procedures.
const shop = useTestShop(
  database,
  async (request, { gate, hasBypass, api }) => {
    rendered++
    const { pathname, search } = new URL(request.url)
    const isAdmin = await api.admin.site().then(
      () => true,
      () => false,
    )
    return new Response(JSON.stringify({ page: gate ? null : pathname + search, gate, hasBypass, isAdmin }), {
      headers: { 'content-type': 'text/html' },
    })
  },
  { ADMIN_BYPASS_SECRET: SECRET },
)

const set = (state: 'live' | 'coming_soon' | 'maintenance') =>
  setSiteState({ db: database.db, visit: null, viewer: null }, { state })
const read = async (path: string, headers?: Record<string, string>, init?: RequestInit) => {
  const response = await shop.ask(path, headers, init)
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text.startsWith('{')
      ? (JSON.parse(text) as {
          page: string | null
          gate: { state: string; reload: string | null } | null
          hasBypass: boolean
          isAdmin: boolean
        })
      : null,
  }
}
const cookiesOf = async (role: 'customer' | 'partner' | 'admin') => {
  const visit = createVisit({ siteUrl: 'https://wtf.example' })
  await signedIn(database.db, (await createAccount(database.db, { role })).id, { visit })
  return [...visit.cookies].map((pair) => pair.join('=')).join('; ')
}
const passBy = (secret: string, path = '/discover') =>
  shop.ask(`${path}?admin=true&secret=${encodeURIComponent(secret)}`)
const bypassCookie = async () => /^[^;]+/.exec((await passBy(SECRET)).headers.get('set-cookie') ?? '')![0]

beforeAll(() => configureAuth({ limits: 'off' }))
beforeEach(() => set('live'))
afterEach(() => configureAuth({ limits: 'off' }))

const CLOSED = [
  '/',
  '/home',
  '/discover',
  '/discover?all=true',
  '/product/x',
  '/login',
  '/signup',
  '/orders',
  '/admin',
  '/admin/outbox',
  '/nowhere',
  '/a/b/c',
  '/shop',
  '/terms/x',
  '/privacyx',
  '/TERMS',
  '/auth',
  '/auth/a/b',
  '/auth/%2e%2e/orders',
  '/auth/../orders',
  '/terms/../orders',
  '/terms%2f..%2forders',
  '/terms.data.data',
  '/go',
  '/waitlistx',
  '/waitlist/a/b',
  '/trpcx',
  '/healthz/x',
  '/index.php',
]
const ALWAYS_OPEN = [
  '/terms',
  '/privacy',
  '/offline',
  '/terms/',
  '/terms.data',
  '/auth/callback?code=x',
  '/auth/magic?token=x',
  '/auth/verify-email',
  '/auth/magic.data',
  '/second-factor',
  '/second-factor.data',
  '/logout',
  '/waitlist/unsubscribe?token=x',
  '/feedback/unsubscribe?token=x',
  '/__manifest?p=%2Fa&version=1',
  '/go/unknown',
]

describe.each(['coming_soon', 'maintenance'] as const)('a site in state %s', (state) => {
  beforeEach(() => set(state))
  test.each(CLOSED)('responds to %s with the closed screen, 503 and Retry-After', async (path) => {
    for (const method of ['GET', 'POST']) {
      const { status, headers, body } = await read(path, {}, { method })
      expect([
        status,
        headers.get('cache-control'),
        Number(headers.get('retry-after')) > 0,
        headers.get('etag'),
        body?.gate?.state,
      ]).toEqual([503, 'no-store', true, null, state])
    }
    const head = await shop.ask(path, {}, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([503, ''])
  })
  test.each(ALWAYS_OPEN)('keeps %s open', async (path) =>
    expect((await read(path)).body).toMatchObject({ gate: null, page: path }),
  )
  test.each([
    '/healthz',
    '/robots.txt',
    '/.well-known/security.txt',
    '/security.txt',
    '/sw.js',
    '/img/none',
    '/seen/x',
  ])('does not affect %s', async (path) => expect((await shop.ask(path)).status).not.toBe(503))
  test.each([
    '/sitemap.xml',
    '/sitemap-pages.xml',
    '/sitemap-product-1.xml',
    '/sitemap-product-2.xml',
    '/sitemap-x.xml',
  ])('exposes no URLs at %s, for anyone', async (path) => {
    for (const cookie of ['', await cookiesOf('admin'), await bypassCookie()]) {
      const answer = await shop.ask(path, cookie ? { cookie } : {})
      expect([
        answer.status,
        answer.headers.get('cache-control'),
        Number(answer.headers.get('retry-after')) > 0,
      ]).toEqual([503, 'no-store', true])
      expect(await answer.text()).not.toContain('<loc>')
    }
  })
  test('lists no sitemap in robots.txt', async () =>
    expect(await (await shop.ask('/robots.txt')).text()).toMatch(/^User-agent: \*\n(?!.*Sitemap)/s))
  test.each(['customer', 'partner'] as const)('is closed to a signed-in %s', async (role) => {
    const { status, body } = await read('/orders', { cookie: await cookiesOf(role) })
    expect([status, body?.page]).toEqual([503, null])
  })
  test('is open to an administrator', async () => {
    const cookie = await cookiesOf('admin')
    for (const path of ['/', '/login', '/admin', '/settings.data'])
      expect(await read(path, { cookie })).toMatchObject({
        status: 200,
        body: { gate: null, page: path, isAdmin: true },
      })
  })
  test('rejects every procedure, except for administrators and with the bypass', async () => {
    const ask = (procedure: string, cookie = '') =>
      shop.ask(
        `/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(superjson.serialize(undefined)))}`,
        cookie ? { cookie } : {},
      )
    for (const cookie of ['', await cookiesOf('customer')]) {
      const refused = await ask('catalogue.trending', cookie)
      expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true])
    }
    expect((await ask('catalogue.trending', await cookiesOf('admin'))).status).toBe(200)
    expect((await ask('catalogue.trending', await bypassCookie())).status).toBe(200)
    expect((await ask('admin.site', await bypassCookie())).status).toBe(401)
  })
  test('caches the closed screen for all visitors and URLs', async () => {
    await read('/kept')
    const before = rendered
    for (let n = 0; n < 20; n++) await read(`/${n}?q=${n}`, { cookie: `x=${n}` })
    expect(rendered).toBe(before)
  })
})

test("allows the dashboard's procedures before launch, but no other procedures in the same batch", async () => {
  const visit = createVisit({ siteUrl: 'https://wtf.example' })
  const { id } = await createAccount(database.db, { role: 'partner' })
  await createPartner(database.db, { ownerId: id })
  await signedIn(database.db, id, { visit })
  const cookie = [...visit.cookies].map((pair) => pair.join('=')).join('; ')
  const ask = async (procedures: string, headers: Record<string, string> = { cookie }) =>
    (await shop.ask(`/trpc/${procedures}?batch=1&input=${encodeURIComponent('{}')}`, headers)).status
  await set('coming_soon')
  expect([await ask('products.categories'), await ask('products.categories', {})]).toEqual([200, 401])
  for (const more of ['catalogue.trending', 'search.menu'])
    for (const comma of [',', '%2C']) {
      expect(await ask(`products.categories${comma}${more}`)).toBe(503)
      expect(await ask(`${more}${comma}products.categories`)).toBe(503)
    }
  await set('maintenance')
  expect(await ask('products.categories')).toBe(503)
})

test('opens the waitlist before launch, and closes it during maintenance', async () => {
  for (const path of ['/waitlist', '/waitlist.data', '/waitlist/confirm?token=x']) {
    await set('coming_soon')
    expect((await read(path)).body?.page).toBe(path)
    await set('maintenance')
    expect((await read(path)).status).toBe(503)
  }
})

test('lets a partner join, prepare its store and manage its account before the launch', async () => {
  await set('coming_soon')
  const cookie = await cookiesOf('partner')
  for (const path of [
    '/partners/onboarding',
    '/brand/signup',
    '/brand/login',
    '/forgot-password',
    '/verify-email',
    '/reset-password?token=x',
    '/brand/dashboard',
    '/brand/dashboard/products',
    '/brand/dashboard/activity',
    '/brand/dashboard/connect-store',
    '/settings',
    '/settings/second-factor',
    '/contact',
    '/logout',
  ])
    expect((await read(path, { cookie })).body, path).toMatchObject({ gate: null, page: path })
})

test('shows a draft store before the launch only with a valid token, and no public store page', async () => {
  const [partner, other] = [await createPartner(database.db), await createPartner(database.db)]
  const { token } = await startPreview({ db: database.db, partner })
  const old = new Date(Date.now() - 31 * 60_000)
  const stale = signToken(await appSecret(database.db, 'storefront'), 'preview', partner.id, old)
  await set('coming_soon')
  for (const form of ['', '.data'])
    expect((await read(`/brand/preview/${partner.id}${form}?data=${token}`)).body?.gate).toBeNull()
  for (const search of ['', '?data=junk', `?data=${stale}`, `?data=junk&data=${token}`])
    for (const form of ['', '/', '.data']) {
      const { status, body } = await read(`/brand/preview/${partner.id}${form}${search}`)
      expect([search, form, status, body?.gate?.state]).toEqual([search, form, 503, 'coming_soon'])
    }
  expect((await read(`/brand/preview/${other.id}?data=${token}`)).status).toBe(503)
  await set('maintenance')
  expect((await read(`/brand/preview/${partner.id}?data=${token}`)).status).toBe(503)
  await set('live')
  expect((await read(`/brand/preview/${partner.id}`)).body?.gate).toBeNull()
})

test('sets Retry-After to the launch time if the launch is soon', async () => {
  await set('coming_soon')
  const waits = async (seconds: number) => {
    await setLaunchAt(
      { db: database.db, visit: null, viewer: null },
      { launchAt: new Date(Date.now() + seconds * 1000) },
    )
    return Number((await read('/')).headers.get('retry-after'))
  }
  expect(await waits(40)).toBeGreaterThan(35)
  expect(await waits(40)).toBeLessThanOrEqual(40)
  expect(await waits(90 * 86_400)).toBe(86_400)
  expect(await waits(-60)).toBe(300)
})

describe('an open page when the site closes', () => {
  beforeEach(() => set('maintenance'))
  test.each([
    ['/discover.data?q=a&_routes=routes%2Fdiscover', '/discover?q=a'],
    ['/_root.data?_routes=routes%2F_index', '/'],
    ['/x//evil.example/x.data?_routes=a', '/x//evil.example/x'],
  ])('requests %s and reloads %s', async (path, reload) =>
    expect(await read(path)).toMatchObject({ status: 503, body: { gate: { reload } } }),
  )
  test('gets the closed screen if it requests all routes', async () =>
    expect((await read('/discover.data')).body?.gate?.reload).toBeNull())
  test.each([
    ['https://wtf.example/settings?a=b', '/settings'],
    ['https://wtf.example//evil.example/', '/'],
    ['nonsense', '/'],
    ['', '/'],
  ])('submits a form with the referrer %j and reloads %s', async (referer, reload) => {
    const answer = await read(
      '/settings.data',
      { origin: 'https://wtf.example', referer },
      { method: 'POST', body: 'a=b' },
    )
    expect(answer).toMatchObject({ status: 503, body: { gate: { reload } } })
  })
})

describe('the cache', () => {
  test('serves no pages while the site is closed, and no closed screen after it reopens', async () => {
    expect((await read('/about-wtf')).body?.page).toBe('/about-wtf')
    for (let round = 0; round < 3; round++) {
      await set('maintenance')
      expect((await read('/about-wtf')).body?.page).toBeNull()
      await set('coming_soon')
      expect((await read('/about-wtf')).body?.gate?.state).toBe('coming_soon')
      await set('live')
      expect((await read('/about-wtf')).body?.page).toBe('/about-wtf')
    }
  })
})

describe('the bypass', () => {
  beforeEach(() => set('maintenance'))
  test('sets an HttpOnly cookie for 24 hours, and redirects to the URL without the secret', async () => {
    const answer = await shop.ask(`/discover?q=red&admin=true&secret=${SECRET}&page=2`)
    expect([
      answer.status,
      answer.headers.get('location'),
      answer.headers.get('cache-control'),
      answer.headers.get('set-cookie'),
    ]).toEqual([
      303,
      '/discover?q=red&page=2',
      'no-store',
      expect.stringMatching(
        /^__Host-wtf_bypass=\d{13}\.[\w-]{43}; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax; Secure$/,
      ),
    ])
  })
  test('passes the gate, and grants no other access', async () => {
    const cookie = await bypassCookie()
    for (const path of ['/', '/discover', '/settings'])
      expect(await read(path, { cookie })).toMatchObject({
        status: 200,
        body: { page: path, hasBypass: true, isAdmin: false },
      })
    await set('live')
    expect((await read('/', { cookie })).body).toMatchObject({ hasBypass: true, isAdmin: false })
    expect((await read('/')).body?.hasBypass).toBe(false)
  })
  test('is logged, without the secret', async () => {
    await passBy(SECRET)
    const [note] = await database.db.auditEntry.findMany({ where: { action: 'gate_bypass_started' }, take: 1 })
    expect(note).toMatchObject({ actorId: null, subjectId: 'site', data: {} })
  })
  test.each([
    '',
    'wrong',
    `${SECRET}x`,
    SECRET.slice(1),
    SECRET.toUpperCase(),
    'x'.repeat(100_000),
    '\u0000',
    '%E0%A4%A',
  ])('is not granted by the secret %j', async (secret) => {
    const answer = await passBy(secret)
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([503, null])
  })
  test.each([`?secret=${SECRET}`, `?admin=false&secret=${SECRET}`, `?admin=1&secret=${SECRET}`, '?admin=true'])(
    'is not granted by the query %s',
    async (search) => expect((await read(`/discover${search}`)).headers.get('set-cookie')).toBeNull(),
  )
  test('shows the page as usual for a wrong secret on an open site', async () => {
    await set('live')
    for (const path of ['/settings', '/discover'])
      expect((await read(`${path}?admin=true&secret=wrong&q=a`)).body?.page).toBe(`${path}?q=a`)
  })
  test('never redirects to another host', async () => {
    for (const path of [
      '//evil.example',
      '//evil.example/a',
      '/\\evil.example',
      '/%5Cevil.example',
      '/..//evil.example',
    ]) {
      const location = (await passBy(SECRET, path)).headers.get('location') ?? ''
      expect(new URL(location, 'https://wtf.example').host).toBe('wtf.example')
    }
  })
  test('is rejected if forged, altered or expired', async () => {
    const [name = '', value = ''] = (await bypassCookie()).split('=')
    const [expires = '', signature = ''] = value.split('.')
    const later = String(Number(expires) + 1)
    for (const forged of [
      '1',
      'true',
      SECRET,
      expires,
      `${later}.${signature}`,
      `${expires}.${signature.slice(0, -2)}AA`,
      `${expires}.`,
      `${expires}.${'A'.repeat(43)}`,
      `9999999999999.${signature}`,
      `${value}x`,
      `x${value}`,
      `1000000000000.${signature}`,
    ]) {
      expect([forged, (await read('/discover', { cookie: `${name}=${forged}` })).status]).toEqual([forged, 503])
    }
    expect((await read('/discover', { cookie: `wtf_bypass=${value}` })).status).toBe(503)
    expect((await read('/discover', { cookie: `${name}=${value}` })).status).toBe(200)
  })
  test('blocks an address temporarily after too many attempts', async () => {
    configureAuth({ limits: USUAL_LIMITS })
    for (let n = 0; n < 10; n++) expect((await passBy('wrong')).status).toBe(503)
    expect((await passBy(SECRET)).headers.get('set-cookie')).toBeNull()
    configureAuth({ limits: USUAL_LIMITS })
    expect((await passBy(SECRET)).status).toBe(303)
  })
  test('is not available with POST', async () => {
    const answer = await shop.ask(`/discover?admin=true&secret=${SECRET}`, {}, { method: 'POST', body: 'a=b' })
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([503, null])
  })
})

describe('a site without a bypass secret', () => {
  const plain = useTestShop(
    database,
    async (request) => new Response(request.url, { headers: { 'content-type': 'text/html' } }),
  )
  test('has no bypass, even with an old cookie', async () => {
    const cookie = await bypassCookie()
    await set('maintenance')
    expect((await plain.ask('/', { cookie })).status).toBe(503)
    for (const secret of ['', 'undefined', SECRET])
      expect((await plain.ask(`/?admin=true&secret=${secret}`)).headers.get('set-cookie')).toBeNull()
  })
})

describe('a site with a new bypass secret', () => {
  const other = useTestShop(
    database,
    async (request) => new Response(request.url, { headers: { 'content-type': 'text/html' } }),
    { ADMIN_BYPASS_SECRET: 'another-secret-altogether' },
  )
  test('rejects old cookies', async () => {
    const cookie = await bypassCookie()
    await set('maintenance')
    expect([(await other.ask('/', { cookie })).status, (await read('/', { cookie })).status]).toEqual([503, 200])
  })
})

test('uses the __Host- prefix for the bypass cookie on HTTPS', () =>
  expect([bypassCookieName(true), bypassCookieName(false)]).toEqual(['__Host-wtf_bypass', 'wtf_bypass']))

describe('during a database failure', () => {
  test('a closed site stays closed to everyone', async () => {
    const cookie = await cookiesOf('admin')
    await set('maintenance')
    expect((await read('/', { cookie })).status).toBe(200)
    await database.db.$executeRaw`ALTER TABLE sessions RENAME TO sessions_away`
    try {
      expect((await read('/', { cookie })).status).toBe(503)
    } finally {
      await database.db.$executeRaw`ALTER TABLE sessions_away RENAME TO sessions`
    }
  })
})
