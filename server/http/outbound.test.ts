import { beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '#prisma/generated/client.ts'
import { listTrending } from '#server/catalogue/home.service.ts'
import { newVisitorId } from '#server/outbound/visitor-cookie.ts'
import { newId } from '#server/platform/ids.ts'
import { updatePopularity } from '#server/search/log/update-popularity.ts'
import { popularityPoints } from '#server/search/popularity.ts'
import { createPartner, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop } from '#tests/setup/test-shop.ts'
import { createVisitor } from '#tests/setup/visitor.ts'
import { CLICKS_A_MINUTE } from './outbound.ts'

const database = useTestDatabase()
const shop = useTestShop(database, async () => new Response('a page says what is wrong', { status: 404 }), {
  TRUST_PROXY: 'true',
})
let product: Product & { variants: Array<{ id: string }> }
beforeAll(async () => {
  product = await createProduct(database.db, { partnerId: (await createPartner(database.db)).id })
})

const go = (query = '', headers: Record<string, string> = {}, init: RequestInit = {}) =>
  shop.ask(`/go/${product.id}${query}`, headers, init)
/** Creates the cookies of a returning visitor: ours and an unrelated one. */
const as = async () => {
  const { visitorId, cookie } = await createVisitor(database.db)
  return { visitorId, cookie: { cookie: `theme=dark; ${cookie}` } }
}
const clicksOf = (visitorId: string) =>
  database.db.outboundClick.findMany({ where: { visitorId }, orderBy: { id: 'asc' } })

describe('GET /go/{productId}', () => {
  test('redirects temporarily, and is neither cached nor indexed', async () => {
    const response = await go()
    expect(response.status).toBe(302)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-robots-tag')).toBe('noindex')
    expect(new URL(response.headers.get('location') ?? '').searchParams.get('utm_source')).toBe('WTF')
  })
  test('sets a random HttpOnly visitor cookie for 30 days', async () => {
    const [cookie] = (await go()).headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-wtf_vid=[\w-]{22}\.\w+\.[\w-]{22}; /)
    for (const part of ['HttpOnly', 'SameSite=Lax', 'Path=/', 'Max-Age=2592000', 'Secure'])
      expect(cookie).toContain(part)
  })
  test('sets no cookie for a bot', async () =>
    expect((await go('', { 'user-agent': 'Googlebot/2.1' })).headers.getSetCookie()).toEqual([]))
  test('recognises the visitor, and replaces an invalid cookie', async () => {
    const { visitorId, cookie } = await as()
    expect((await go('', cookie)).headers.getSetCookie()).toEqual([])
    expect(await clicksOf(visitorId)).toHaveLength(1)
    for (const odd of [
      '__Host-wtf_vid=<script>',
      `__Host-wtf_vid=${visitorId}`,
      `wtf_vid=${visitorId}`,
      cookie.cookie.slice(0, -1),
    ]) {
      expect([odd, (await go('', { cookie: odd })).headers.getSetCookie().length]).toEqual([odd, 1])
    }
    expect(await clicksOf(visitorId)).toHaveLength(1)
  })
  test('stores the details from the link and the browser', async () => {
    const { visitorId, cookie } = await as()
    await go(`?v=${product.variants[0]!.id}&src=partner&pos=7&sid=abc`, {
      ...cookie,
      referer: 'http://wtf.example/partner/x?q=secret',
      'accept-language': 'en-GB',
      'cf-ipcountry': 'FR',
      'x-forwarded-for': '10.0.0.1, 203.0.113.9',
    })
    expect(await clicksOf(visitorId)).toMatchObject([
      {
        variantId: product.variants[0]!.id,
        surface: 'partner',
        position: 7,
        searchId: 'abc',
        referrerPath: '/partner/x',
        browserFamily: 'Chrome',
        country: 'FR',
        isLocated: true,
        device: 'computer',
        isValid: true,
        ipHash: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ])
  })
  test.each([
    ['invalid values', '?v=junk&src=moon&pos=-1&sid=%00'],
    ['repeated parameters', '?v[]=1&src=home&src=partner'],
    ['a position that is too large', '?pos=99999999999999'],
    ['a broken escape sequence', '?%E0%A4%A'],
    ['a search id of 10,000 characters', `?sid=${'x'.repeat(10_000)}`],
    ['an unknown variant', `?v=${newId()}`],
  ])('still counts a click with %s', async (_, query) => {
    const { visitorId, cookie } = await as()
    expect((await go(query, cookie)).status).toBe(302)
    expect(await clicksOf(visitorId)).toMatchObject([
      { variantId: null, isValid: true, position: null, searchId: null },
    ])
  })
  test.each<[string, Record<string, string>, RequestInit]>([
    ['head', {}, { method: 'HEAD' }],
    ['prefetch', { 'sec-purpose': 'prefetch' }, {}],
    ['bot', { 'user-agent': 'Googlebot/2.1' }, {}],
    ['bot', { 'user-agent': '' }, {}],
  ])('redirects a %s request without counting it', async (reason, headers, init) => {
    const { visitorId, cookie } = await as()
    const response = await go('', { ...cookie, ...headers }, init)
    expect([response.status, await response.text()]).toEqual([302, ''])
    expect(await clicksOf(visitorId)).toMatchObject([{ isValid: false, invalidReason: reason }])
  })
  test('shows a page if there is no valid destination, and never redirects elsewhere', async () => {
    const unsafe = await createProduct(database.db, {
      partnerId: product.partnerId,
      productUrl: 'https://evil.example/',
    })
    for (const id of [
      newId(),
      'junk',
      '..%2f..',
      `${'a'.repeat(3_000)}`,
      unsafe.id,
      `${product.id}?next=https://evil.example`.replace('?', '%3F'),
    ]) {
      const response = await shop.ask(`/go/${id}?url=https://evil.example&next=//evil.example`)
      expect([response.status, response.headers.get('location')]).toEqual([404, null])
    }
    for (const broken of ['%00', '%E0%A4%A'])
      expect((await shop.ask(`/go/${broken}?url=https://evil.example`)).status).toBe(400)
  })
  test('writes one row for a click on a product that has just lost its safe URL', async () => {
    const changed = await createProduct(database.db, { partnerId: product.partnerId })
    await shop.ask(`/go/${changed.id}`)
    await database.db.product.update({ where: { id: changed.id }, data: { productUrl: 'https://evil.example/' } })
    const { visitorId, cookie } = await as()
    expect(await (await shop.ask(`/go/${changed.id}`, cookie)).text()).toBe('a page says what is wrong')
    expect(await clicksOf(visitorId)).toMatchObject([{ isValid: false, invalidReason: 'unverified_host' }])
  })
  test('sends the usual security headers with errors and redirects', async () => {
    const refused = [
      await go(`?${'a=1&'.repeat(1_001)}`),
      await go('', { 'content-length': '1' }),
      await shop.ask(`/go/${newId()}`),
    ]
    const { headers, status } = await go()
    expect([status, ...refused.map((each) => each.status)]).toEqual([302, 414, 400, 404])
    const names = [...headers.keys()].filter((name) => /^(x-|content-security|permissions|referrer|cross-)/.test(name))
    expect(names.length).toBeGreaterThan(8)
    for (const each of refused) expect(names.filter((name) => !each.headers.has(name))).toEqual([])
  })
  test('limits the clicks of an IP address', async () => {
    const crowded = await createProduct(database.db, { partnerId: product.partnerId })
    const leave = (address: string) => shop.ask(`/go/${crowded.id}`, { 'x-forwarded-for': address })
    for (let sent = 0; sent < CLICKS_A_MINUTE; sent += 100)
      await Promise.all(Array.from({ length: 100 }, () => leave('198.51.100.7')))
    const { status, headers } = await leave('198.51.100.7')
    expect([status, headers.get('retry-after'), headers.has('content-security-policy')]).toEqual([429, '60', true])
    expect(headers.getSetCookie()).toEqual([])
    expect(await database.db.outboundClick.count({ where: { productId: crowded.id } })).toBe(CLICKS_A_MINUTE)
    expect((await leave('198.51.100.8')).status).toBe(302)
  })
  test('returns 503 with Retry-After if the database fails and the product is not cached', async () => {
    const unseen = await createProduct(database.db, { partnerId: product.partnerId })
    await database.db.$executeRaw`ALTER TABLE products RENAME TO products_away`
    const response = await shop
      .ask(`/go/${unseen.id}`)
      .finally(() => database.db.$executeRaw`ALTER TABLE products_away RENAME TO products`)
    expect([response.status, response.headers.get('retry-after'), response.headers.get('cache-control')]).toEqual([
      503,
      '5',
      'no-store',
    ])
  })
})

describe('GET /seen/{productId}', () => {
  const viewsOf = (visitorId: string) => database.db.productView.count({ where: { visitorId } })

  test('counts a view, and returns an empty response', async () => {
    const { visitorId, cookie } = await as()
    const response = await shop.ask(`/seen/${product.id}`, cookie)
    expect([response.status, response.headers.get('cache-control'), await viewsOf(visitorId)]).toEqual([
      204,
      'no-store',
      1,
    ])
    expect((await shop.ask(`/seen/${product.id}`)).headers.getSetCookie()[0]).toContain('__Host-wtf_vid=')
  })
  test.each<[string, Record<string, string>, RequestInit]>([
    ['HEAD', {}, { method: 'HEAD' }],
    ['a prefetch', { 'sec-purpose': 'prefetch' }, {}],
    ['a bot', { 'user-agent': 'bingbot' }, {}],
  ])('does not count %s', async (_, headers, init) => {
    const { visitorId, cookie } = await as()
    expect((await shop.ask(`/seen/${product.id}`, { ...cookie, ...headers }, init)).status).toBe(204)
    expect(await viewsOf(visitorId)).toBe(0)
  })
  test('ignores an unknown product', async () => {
    for (const id of [newId(), 'junk', '%00']) expect((await shop.ask(`/seen/${id}`)).status).toBe(204)
  })
})

describe('forged clicks', () => {
  let address = 0
  const nextAddress = () => `203.0.113.${++address}`
  const listed = async () => createProduct(database.db, { partnerId: product.partnerId })
  const countsOf = async (productId: string) => {
    const [clicks, views] = await Promise.all([
      database.db.outboundClick.count({ where: { productId, isValid: true } }),
      database.db.productView.count({ where: { productId } }),
    ])
    return { clicks, views }
  }
  const times = <T>(count: number, act: (n: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, n) => act(n)))
  const trendingIds = async () => (await listTrending(database.db)).map(({ id }) => id)

  test('without a cookie are counted only 10 times, and all are redirected', async () => {
    const [{ id }, from] = [await listed(), { 'x-forwarded-for': nextAddress() }]
    const answers = await times(400, () => shop.ask(`/go/${id}`, from))
    await times(400, () => shop.ask(`/seen/${id}`, from))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]))
    expect(await countsOf(id)).toEqual({ clicks: 10, views: 10 })
  })
  test('from many addresses of one IPv6 network are also counted only 10 times', async () => {
    const { id } = await listed()
    await times(100, (n) => shop.ask(`/go/${id}`, { 'x-forwarded-for': `2001:db8:5:${n.toString(16)}::1` }))
    expect(await countsOf(id)).toMatchObject({ clicks: 10 })
  })
  test('with made-up cookies are also counted only 10 times', async () => {
    const [{ id }, from] = [await listed(), nextAddress()]
    const { cookie } = await createVisitor(database.db)
    const [, , issued, mac] = /=(.*)\.(.*)\.(.*)$/.exec(cookie)!
    await times(100, () =>
      shop.ask(`/go/${id}`, { 'x-forwarded-for': from, cookie: `__Host-wtf_vid=${newVisitorId()}.${issued}.${mac}` }),
    )
    expect(await countsOf(id)).toMatchObject({ clicks: 10 })
  })
  test('with aged cookies are counted as at most 300 clicks and views', async () => {
    const [{ id }, from] = [await listed(), nextAddress()]
    const farm = await times(350, () => createVisitor(database.db))
    for (const path of ['go', 'seen'])
      await Promise.all(farm.map(({ cookie }) => shop.ask(`/${path}/${id}`, { cookie, 'x-forwarded-for': from })))
    expect(await countsOf(id)).toEqual({ clicks: 300, views: 300 })
  })
  test('are limited without losing real clicks and views from an office of 200 people', async () => {
    const [{ id }, from] = [await listed(), nextAddress()]
    const staff = await times(200, () => createVisitor(database.db))
    for (const path of ['go', 'seen'])
      await Promise.all(staff.map(({ cookie }) => shop.ask(`/${path}/${id}`, { cookie, 'x-forwarded-for': from })))
    expect(await countsOf(id)).toEqual({ clicks: 200, views: 200 })
  })
  test('do not affect Trending', async () => {
    await database.db.productView.deleteMany()
    await database.db.outboundClick.deleteMany()
    const [honest, forged] = [await listed(), await listed()]
    for (let n = 0; n < 2; n++) await shop.ask(`/seen/${honest.id}`, { 'x-forwarded-for': nextAddress() })
    const [script, farm] = [nextAddress(), await times(50, () => createVisitor(database.db))]
    await times(400, () => shop.ask(`/seen/${forged.id}`, { 'x-forwarded-for': script }))
    await Promise.all(farm.map(({ cookie }) => shop.ask(`/seen/${forged.id}`, { cookie, 'x-forwarded-for': script })))
    expect(await trendingIds()).toEqual([honest.id, forged.id])
    expect(await updatePopularity(database.db, new Date())).toBe(2)
    const popularity = await Promise.all(
      [honest, forged].map(
        async ({ id }) => (await database.db.product.findUniqueOrThrow({ where: { id } })).popularity,
      ),
    )
    expect(popularity).toEqual([popularityPoints(2), popularityPoints(1)])
  })
  test('get 200 new cookies an hour, while visitors keep their existing cookies', async () => {
    const from = { 'x-forwarded-for': nextAddress() }
    const cookies = (await times(250, () => shop.ask(`/seen/${product.id}`, from))).flatMap((response) =>
      response.headers.getSetCookie(),
    )
    expect(cookies).toHaveLength(200)
    expect(
      (await shop.ask(`/seen/${product.id}`, { ...from, cookie: cookies[0]!.split(';')[0]! })).headers.getSetCookie(),
    ).toEqual([])
    expect(
      (await shop.ask(`/seen/${product.id}`, { 'x-forwarded-for': nextAddress() })).headers.getSetCookie(),
    ).toHaveLength(1)
  })
})
