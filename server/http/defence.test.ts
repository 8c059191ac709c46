import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop } from '#tests/setup/test-shop.ts'
import { LOADER } from './late-scripts.ts'
import { MAX_BODY_BYTES } from './request-body.ts'

const database = useTestDatabase()
const SCRIPT = 'window.__remixContext = {"a":"</scr\\u0069pt>"};'
const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const shop = useTestShop(database, async (request, { scriptMark }) => {
  if (request.url.endsWith('.data')) return new Response('data', { headers: { 'content-type': 'text/x-script' } })
  const html = `<html><link rel="modulepreload" href="/a.js"/><script nonce="${scriptMark}">${SCRIPT}</script><script type="module" nonce="${scriptMark}" async="">import "/a.js"</script><script>alert("${request.method}")</script></html>`
  return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } })
})
const echo = useTestShop(database, async (request) => {
  const [origin, type, referer] = ['origin', 'content-type', 'referer'].map((name) => request.headers.get(name))
  return Response.json({ method: request.method, body: await request.text(), origin, type, referer })
})
const policyOf = (response: Response) =>
  new Map(
    (response.headers.get('content-security-policy') ?? '')
      .split('; ')
      .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]),
  )

describe('response headers', () => {
  test.each([
    '/',
    '/login',
    '/discover.data',
    '/healthz',
    '/robots.txt',
    '/img/none',
    '/trpc/no.such',
    '/go/none',
    '/seen/none',
  ])('include the security headers for %s', async (path) => {
    const { headers } = await shop.ask(path)
    expect(
      Object.fromEntries(
        [
          'strict-transport-security',
          'x-frame-options',
          'x-content-type-options',
          'referrer-policy',
          'cross-origin-opener-policy',
          'cross-origin-resource-policy',
        ].map((name) => [name, headers.get(name)]),
      ),
    ).toEqual({
      'strict-transport-security': 'max-age=63072000',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers.get('permissions-policy')).toContain('camera=()')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })
})

test.each([
  '/img/none',
  `/img/${'0'.repeat(24)}/160.jpg`,
  `/video/${'0'.repeat(24)}.mp4`,
  '/video/none',
  '/feeds/new.atom?partner=junk',
  '/feeds/saved/none.atom',
  '/api/v1/none',
])('no cache stores the error of %s', async (address) => {
  const { status, headers } = await shop.ask(address)
  expect([status >= 400, headers.get('cache-control')]).toEqual([true, 'no-store'])
})

describe('the HSTS header', () => {
  const shops = (['off', 'host', 'subdomains', 'preload'] as const).map(
    (HSTS) => [HSTS, useTestShop(database, async () => new Response(''), { HSTS })] as const,
  )
  const plain = useTestShop(database, async () => new Response(''), {
    SITE_URL: 'http://localhost:3000',
    HSTS: 'preload',
  })
  const told = async ({ ask }: Pick<typeof plain, 'ask'>) =>
    (await ask('/healthz')).headers.get('strict-transport-security')
  test('can be configured', async () => {
    expect(await Promise.all(shops.map(async ([name, shop]) => [name, await told(shop)]))).toEqual([
      ['off', 'max-age=0'],
      ['host', 'max-age=63072000'],
      ['subdomains', 'max-age=63072000; includeSubDomains'],
      ['preload', 'max-age=63072000; includeSubDomains; preload'],
    ])
    expect(await told(plain)).toBeNull()
  })
})

describe('the content security policy of a page', () => {
  test('allows our inline scripts by their hashes, and no other', async () => {
    for (let time = 0; time < 2; time++) {
      const response = await shop.ask('/about-wtf')
      const html = await response.text()
      expect(policyOf(response).get('script-src')).toEqual(["'self'", sha256(SCRIPT), sha256('import "/a.js"')])
      expect(html).toContain(
        `<script>${SCRIPT}</script><script type="module" async="">import "/a.js"</script><script>alert`,
      )
      expect(html).not.toContain('nonce')
      expect(html).toContain('<link rel="modulepreload" fetchpriority="low" href="/a.js"/>')
    }
  })
  test('allows the script that loads the others on pages of the catalogue', async () => {
    const response = await shop.ask('/')
    const html = await response.text()
    const hashes = [SCRIPT, 'import "/a.js"', LOADER].map(sha256)
    expect(policyOf(response).get('script-src')).toEqual(["'self'", ...hashes])
    const late = '<script type="text/late" async="">import "/a.js"</script>'
    expect(html).toContain(`<script>${SCRIPT}</script>${late}<script>${LOADER}</script><script>alert`)
    expect(html).toContain('<link rel="late" fetchpriority="low" href="/a.js"/>')
  })
  test('blocks everything else by default', async () => {
    const policy = policyOf(await shop.ask('/login'))
    for (const name of ['default-src', 'base-uri', 'object-src', 'frame-ancestors'])
      expect([name, policy.get(name)]).toEqual([name, ["'none'"]])
    for (const name of ['style-src', 'connect-src', 'font-src', 'form-action'])
      expect([name, policy.get(name)]).toEqual([name, ["'self'"]])
    expect(policy.has('upgrade-insecure-requests')).toBe(true)
    expect([...policy.values()].flat()).not.toContain("'unsafe-eval'")
  })
})

describe('a state-changing request', () => {
  const COOKIE = { cookie: 'theme=dark' }
  const post = (headers: Record<string, string>, path = '/settings', method = 'POST') =>
    shop.ask(path, headers, { method, body: 'a=b' })

  test.each<[string, Record<string, string>]>([
    ['another site', { origin: 'https://evil.example' }],
    ['a subdomain', { origin: 'https://x.wtf.example' }],
    ['a longer host name', { origin: 'https://wtf.example.evil.example' }],
    ['plain http', { origin: 'http://wtf.example' }],
    ['another port', { origin: 'https://wtf.example:8443' }],
    ['a null origin', { origin: 'null' }],
    ['an invalid origin', { origin: 'wtf.example' }],
    ['an empty origin', { origin: '' }],
    ['another referrer', { referer: 'https://evil.example/https://wtf.example/' }],
    ['a browser that sends cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['a browser that sends same-site', { 'sec-fetch-site': 'same-site' }],
    ['a URL typed by the user', { 'sec-fetch-site': 'none' }],
    ['another site whose referrer is ours', { origin: 'https://evil.example', referer: 'https://wtf.example/' }],
    ['a request with a cookie but no origin', COOKIE],
    ['a host that is not ours', { origin: 'https://evil.example', host: 'evil.example' }],
  ])('is rejected from %s', async (_, headers) => {
    for (const [path, method] of [
      ['/settings', 'POST'],
      ['/', 'PUT'],
      ['/x', 'DELETE'],
      ['/x', 'PATCH'],
      ['/trpc/wishlist.add', 'POST'],
    ] as const)
      expect([path, (await post(headers, path, method)).status]).toEqual([path, 403])
  })
  test.each<[string, Record<string, string>]>([
    ['our own page', { ...COOKIE, origin: 'https://wtf.example' }],
    ['our own page by its referrer', { ...COOKIE, referer: 'https://wtf.example/login?x=1' }],
    ['our own page by Sec-Fetch-Site', { ...COOKIE, 'sec-fetch-site': 'same-origin' }],
    ['a tool without cookies', {}],
  ])('is accepted from %s', async (_, headers) => expect((await post(headers)).status).toBe(200))
  test('is not restricted if it is a GET or HEAD', async () => {
    for (const method of ['GET', 'HEAD'])
      expect((await shop.ask('/', { origin: 'https://evil.example', ...COOKIE }, { method })).status).toBe(200)
  })
  test('is accepted from an email client that unsubscribes with a token', async () => {
    for (const [path, status] of [
      ['/waitlist/unsubscribe?token=x', 200],
      ['/waitlist/unsubscribe', 403],
      ['/waitlist/confirm?token=x', 403],
      ['/waitlist/unsubscribe/x?token=x', 403],
    ] as const) {
      expect([
        path,
        (await post({ origin: 'https://mail.example', 'sec-fetch-site': 'cross-site', ...COOKIE }, path)).status,
      ]).toEqual([path, status])
    }
    expect((await post({ origin: 'https://mail.example' }, '/waitlist/unsubscribe?token=x', 'DELETE')).status).toBe(403)
  })
  test('reaches Remix unchanged, but without Origin', async () => {
    for (const [path, headers] of [
      ['/settings', { ...COOKIE, origin: 'https://wtf.example', host: 'inside.local' }],
      ['/waitlist/unsubscribe?token=x', { origin: 'https://mail.example' }],
    ] as const) {
      const answer = await echo.ask(
        path,
        { ...headers, 'content-type': 'application/x-www-form-urlencoded', referer: 'https://wtf.example/a' },
        { method: 'POST', body: 'a=b' },
      )
      expect(await answer.json()).toEqual({
        method: 'POST',
        body: 'a=b',
        origin: null,
        type: 'application/x-www-form-urlencoded',
        referer: 'https://wtf.example/a',
      })
    }
  })
  test('reaches Remix without Origin for other methods too', async () => {
    const answer = await echo.ask('/settings', { origin: 'no address' }, { method: 'OPTIONS' })
    expect(answer.status).toBe(403)
    const ours = await echo.ask('/settings', { origin: 'https://wtf.example' }, { method: 'OPTIONS' })
    expect(await ours.json()).toMatchObject({ method: 'OPTIONS', origin: null })
  })
  test("is accepted from another site as Apple's sign-in response or as a beacon", async () => {
    for (const [path, status] of [
      ['/auth/callback', 200],
      ['/searched', 204],
    ] as const)
      expect(
        (await post({ origin: 'https://appleid.apple.com', 'sec-fetch-site': 'cross-site', ...COOKIE }, path)).status,
      ).toBe(status)
  })
})

describe('tRPC', () => {
  const post = (type: string, headers = {}) =>
    shop.ask(
      '/trpc/wishlist.add',
      { ...(type && { 'content-type': type }), origin: 'https://wtf.example', ...headers },
      { method: 'POST', body: '{"json":{"productId":"x"}}' },
    )

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    'application/jsonp',
    '',
  ])('rejects the content type %j', async (type) => expect((await post(type)).status).toBe(415))
  test.each(['application/json', 'application/json; charset=utf-8'])('accepts the content type %j', async (type) =>
    expect((await post(type)).status).toBe(401),
  )
  test('returns a short message for thousands of invalid values', async () => {
    const params = (count: number) =>
      JSON.stringify({
        json: { params: Object.fromEntries(Array.from({ length: count }, (_, n) => [n ? `x${n}` : 'state', 1])) },
      })
    const ask = (body: string) =>
      shop.ask(
        '/trpc/auth.finishOAuth',
        { 'content-type': 'application/json', origin: 'https://wtf.example' },
        { method: 'POST', body },
      )
    const wishes = `/trpc/search.products?input=${encodeURIComponent(JSON.stringify({ json: { sizes: Array.from({ length: 4_000 }, () => 1) } }))}`
    for (const answer of [await ask(params(4_000)), await ask(params(20_000)), await shop.ask(wishes)]) {
      expect([answer.status, (await answer.text()).length < 5_000]).toEqual([400, true])
    }
  })
  test('rejects mutations by GET', async () =>
    expect((await shop.ask('/trpc/wishlist.add?input=%7B%22json%22%3A%7B%22productId%22%3A%22x%22%7D%7D')).status).toBe(
      405,
    ))
  test('is never cached', async () =>
    expect((await post('application/json')).headers.get('cache-control')).toBe('no-store'))
})

describe('a response with personal data', () => {
  test('is neither cached nor shared', async () => {
    expect((await shop.ask('/login')).headers.get('cache-control')).toBe('no-store')
    expect((await shop.ask('/', { cookie: '__Host-wtf_notice=Hello' })).headers.get('cache-control')).toBe(
      'private, no-cache',
    )
    expect((await shop.ask('/')).headers.get('cache-control')).toBe('no-cache')
  })
})

describe('a request body above the limit', () => {
  test('gets an error page, while the largest allowed body is accepted', async () => {
    const post = (bytes: number) =>
      shop.ask(
        '/support',
        { 'content-type': 'application/x-www-form-urlencoded' },
        { method: 'POST', body: 'x'.repeat(bytes) },
      )
    const refused = await post(MAX_BODY_BYTES + 1)
    expect([refused.status, refused.headers.get('content-type'), refused.headers.get('x-frame-options')]).toEqual([
      413,
      expect.stringContaining('text/html'),
      'DENY',
    ])
    expect(await refused.text()).toContain('This is too long')
    expect(policyOf(refused).get('script-src')).toBeUndefined()
    expect((await post(MAX_BODY_BYTES)).status).toBe(200)
  })
})
