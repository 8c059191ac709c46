import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { currentRequest } from '#server/platform/request-context.ts'
import { patternsWith } from '#server/site/addresses.ts'
import { PAGE_COOKIES } from '#server/site/addresses.values.ts'
import { setSiteState } from '#server/site/site-settings.service.ts'
import { createUser } from '#tests/factories.ts'
import { signedIn } from '#tests/setup/auth.ts'
import { loadDeployed, NGINX, startCachingNginx, type CachingNginx } from '#tests/setup/nginx.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { BROWSER, useTestShop } from '#tests/setup/test-shop.ts'
import { createVisit } from '#tests/setup/visit.ts'

// The CDN is nginx with the configuration in deploy/. Pages are placeholders. tests/http/cdn.test.ts uses real ones.

const SITE = 'http://127.0.0.1'
const PRODUCT = randomUUID()
let price = 0
/** How long pages stay fresh, in ms. */
let endsIn = 60_000
const database = useTestDatabase()
const shop = useTestShop(
  database,
  async (_, { api, reader, gate }) => {
    if (gate) return new Response('closed')
    currentRequest()?.endAt?.(new Date(Date.now() + endsIn))
    const viewer = (await api.auth.session())?.viewer.fullName ?? 'nobody'
    const text = `${price} for ${viewer} in ${reader.pricesIn} ${reader.theme} ${PRODUCT}`
    return new Response(text.padEnd(2_000), { headers: { 'content-type': 'text/html' } })
  },
  { SITE_URL: SITE },
)
let server: http.Server
let nginx: CachingNginx

/** Returns where a response came from, and the price, viewer, currency and theme in it. */
async function ask(path: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await send(path, headers)
  const text = (await response.text()).trim().replace(` ${PRODUCT}`, '')
  return `${response.headers.get('x-cache') ?? 'shop'}: ${text}`
}
const send = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(nginx.url + path, {
    method,
    headers: { 'user-agent': BROWSER, 'accept-language': 'en-GB', connection: 'close', ...headers },
  })
const newPath = () => `/product/${randomUUID()}`

describe.skipIf(NGINX === null)('nginx as a CDN (skipped unless nginx is installed)', () => {
  beforeAll(async () => {
    const listener = getRequestListener(shop.fetch, { overrideGlobalObjects: false })
    server = http.createServer((request, response) => void listener(request, response))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    nginx = await startCachingNginx((server.address() as AddressInfo).port)
  })
  afterAll(async () => {
    await nginx?.stop()
    server.closeAllConnections()
    server.close()
  })
  beforeEach(() => {
    price++
    endsIn = 60_000
    shop.pageCache.expire()
    shop.pageCache.caughtUp()
  })

  test('serves one page to all signed-out visitors, regardless of other cookies', async () => {
    const path = newPath()
    expect(await ask(path)).toBe(`MISS: ${price} for nobody in GBP null`)
    expect(await ask(path, { cookie: 'wtf_vid=a; x=y' })).toBe(`HIT: ${price} for nobody in GBP null`)
    const response = await send(path)
    expect([response.headers.get('cache-control'), response.headers.get('vary')]).toEqual([
      'max-age=0, s-maxage=10',
      'Accept-Language, Cookie, Accept-Encoding',
    ])
    const etag = response.headers.get('etag') ?? ''
    const again = await send(path, { 'if-none-match': etag })
    expect([again.status, again.headers.get('x-cache')]).toEqual([304, 'HIT'])
    const head = await send(path, {}, 'HEAD')
    expect([head.status, head.headers.get('x-cache'), await head.text()]).toEqual([200, 'HIT', ''])
  })

  test('caches currencies, themes and encodings separately', async () => {
    const path = newPath()
    const chosen = { cookie: 'wtf_vid=a; wtf_prices_in=EUR; wtf_theme=dark' }
    for (const source of ['MISS', 'HIT']) {
      expect(await ask(path)).toBe(`${source}: ${price} for nobody in GBP null`)
      expect(await ask(path, { 'accept-language': 'en-US,en;q=0.9' })).toBe(
        `${source}: ${price} for nobody in USD null`,
      )
      expect(await ask(path, chosen)).toBe(`${source}: ${price} for nobody in EUR dark`)
      for (const encoding of ['br', 'gzip', 'identity']) {
        const { headers } = await send(path, { 'accept-encoding': encoding, 'accept-language': 'de' })
        expect([headers.get('x-cache'), headers.get('content-encoding') ?? 'identity']).toEqual([source, encoding])
      }
    }
  })

  test('does not serve responses to unusual requests to other visitors', async () => {
    const path = newPath()
    const unusual: Array<Record<string, string>> = [
      { cookie: 'wtf_prices_in =EUR' },
      { cookie: 'wtf_prices_in=EUR; wtf_prices_in=USD' },
      { cookie: 'wtf_theme=dark; wtf_theme=light' },
      { cookie: 'x=1;wtf_theme=dark' },
      { cookie: 'WTF_PRICES_IN=EUR' },
      { 'accept-language': ` en-US${' '.repeat(300)}x` },
      { 'accept-language': 'en US' },
    ]
    for (const headers of unusual) await ask(path, headers)
    expect(await ask(path)).toBe(`HIT: ${price} for nobody in GBP null`)
    for (const encoding of ['br;q=0, gzip', 'gzip;q=0', 'gzip,\tbr']) await send(path, { 'accept-encoding': encoding })
    const { headers } = await send(path, { 'accept-encoding': 'gzip' })
    expect(headers.get('content-encoding')).toBe('gzip')
  })

  test('forwards requests with a session to the shop, and does not store the responses', async () => {
    const { visit } = await signedIn(database.db, (await createUser(database.db)).id, {
      visit: createVisit({ siteUrl: SITE }),
    })
    const session = [...visit.cookies].map((pair) => pair.join('=')).join('; ')
    const path = newPath()
    const mine = await send(path, { cookie: session })
    expect([mine.headers.get('x-cache'), mine.headers.get('cache-control')]).toEqual([null, 'private, no-cache'])
    expect(await mine.text()).not.toContain('nobody')
    const again = await send(path, { cookie: session, 'if-none-match': mine.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
    const expired = await send(path, { cookie: `wtf_session=${'a'.repeat(40)}` })
    expect([expired.headers.get('set-cookie'), expired.headers.get('cache-control')]).toEqual([
      expect.stringMatching(/^wtf_session=;/),
      'private, no-cache',
    ])
    expect(await ask(path)).toMatch(/^MISS: .* for nobody/)
    for (const name of Object.values(PAGE_COOKIES)) expect(await ask(path, { cookie: `${name}=x` })).toMatch(/^shop: /)
  })

  test('serves the new page after a purge, and revalidates an expired page', async () => {
    const [path, other] = [newPath(), newPath()]
    endsIn = 1_500
    await ask(path)
    endsIn = 60_000
    await ask(other)
    const old = price++
    shop.pageCache.expire()
    const shows = async (page: string) => Number((await ask(page)).split(' ')[1])
    expect(await shows(other)).toBe(old)
    // The shop itself serves a page for half a second after a change.
    const showsAfterPurge = async () => {
      nginx.purge(PRODUCT)
      return [await shows(other), await shows(path)]
    }
    await expect.poll(showsAfterPurge).toEqual([price, price])
    endsIn = 1_500
    const short = newPath()
    await ask(short)
    const sources = new Set<string>()
    await expect
      .poll(async () => sources.add((await send(short)).headers.get('x-cache') ?? ''), {
        interval: 100,
        timeout: 10_000,
      })
      // The page has not changed, so the shop only confirms it.
      .toContain('REVALIDATED')
    expect([...sources]).toEqual(['HIT', 'REVALIDATED'])
  })

  test('serves no pages of a closed shop after a purge, and never stores the closed screen', async () => {
    const path = newPath()
    await ask(path)
    await setSiteState({ db: database.db, visit: null, viewer: null }, { state: 'maintenance' })
    nginx.purge('surrogate-key: page')
    for (let times = 0; times < 2; times++) {
      const { status, headers } = await send(path)
      expect([status, headers.get('cache-control'), headers.get('x-cache')]).toEqual([503, 'no-store', null])
    }
    await setSiteState({ db: database.db, visit: null, viewer: null }, { state: 'live' })
    expect(await ask(path)).toMatch(/^MISS: /)
  })
})

test('the nginx cache covers every shared page', async () => {
  const [, paths = ''] = /"~\^0(.*)" wtf;/.exec(await loadDeployed('nginx-cache.conf', [])) ?? []
  const shared = patternsWith(({ isShared, by }) => isShared === true && by === undefined)
  const addresses = shared.flatMap((pattern) => {
    const path = pattern.replaceAll('*', 'x')
    return [path, path === '/' ? '/_root.data' : `${path}.data`]
  })
  expect(addresses.filter((path) => !new RegExp(`^${paths}`).test(path))).toEqual([])
})
