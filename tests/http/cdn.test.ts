import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPartner, createProduct, createUser } from '#tests/factories.ts'
import { NGINX, startCachingNginx, type CachingNginx } from '#tests/setup/nginx.ts'
import { useShop } from './shop.ts'
import { Visitor } from './visitor.ts'

const shop = useShop()
/** Returns the cache headers that a CDN receives. */
async function cacheHeaders(path: string): Promise<string[]> {
  const { headers } = await shop.visitor().ask(path, { headers: { 'cdn-loop': 'cdn' } })
  return ['cache-control', 'cdn-cache-control', 'vary', 'surrogate-key', 'cache-tag'].map(
    (name) => headers.get(name) ?? '-',
  )
}
async function newProduct() {
  const partner = await createPartner(shop.db, { createdAt: new Date('2020-01-01') })
  return createProduct(shop.db, { partnerId: partner.id, variants: [{ priceMinor: 31_700 }] })
}

test('a page has caching, Vary and purge-key headers for CDNs', async () => {
  const { id } = await newProduct()
  const [control, forCdn, vary, keys = '', tags] = await cacheHeaders(`/product/${id}`)
  expect([control, forCdn, vary, tags]).toEqual([
    'max-age=0, s-maxage=10',
    'max-age=10, stale-while-revalidate=20',
    'Accept-Language, Cookie, Accept-Encoding',
    keys.replaceAll(' ', ','),
  ])
  expect(keys).toMatch(new RegExp(`^page (any-change|.*${id}.*)$`))
  expect(keys.length).toBeLessThan(820)
  expect((await cacheHeaders('/discover?all=true'))[3]).toBe('page any-change')
  // Without a CDN, purge keys would only make each response larger.
  const { headers } = await shop.visitor().ask(`/product/${id}`)
  expect([headers.get('cache-control'), headers.get('cdn-cache-control'), headers.get('surrogate-key')]).toEqual([
    'max-age=0, s-maxage=10',
    null,
    null,
  ])
})

test('data of lists varies by language, data of a product route does not, and the route manifest does not vary', async () => {
  const { id } = await newProduct()
  const routes = (name: string) => `_routes=${encodeURIComponent(name)}`
  const varies = async (path: string) => (await cacheHeaders(path))[2]
  expect(await varies(`/product/${id}.data?${routes('routes/product.$productId')}`)).toBe('Cookie, Accept-Encoding')
  expect(await varies(`/product/${id}.data`)).toBe('Accept-Language, Cookie, Accept-Encoding')
  expect(await varies(`/discover.data?all=true&${routes('routes/discover')}`)).toBe(
    'Accept-Language, Cookie, Accept-Encoding',
  )
  expect(await varies('/__manifest?p=%2Fdiscover&version=x')).toBe('Accept-Encoding')
})

test('CDNs must not store missing or personal pages', async () => {
  const customer = await shop.visitorAs((await createUser(shop.db)).id)
  expect((await customer.ask('/discover?all=true')).headers.get('cache-control')).toBe('private, no-cache')
  expect((await cacheHeaders('/product/none')).slice(0, 2)).toEqual(['no-cache', '-'])
  expect((await cacheHeaders('/wishlist')).slice(0, 2)).toEqual(['no-store', '-'])
})

describe.skipIf(NGINX === null)('behind nginx as a CDN (skipped unless nginx is installed)', () => {
  let nginx: CachingNginx
  beforeAll(async () => {
    nginx = await startCachingNginx(Number(new URL(shop.url).port))
  })
  afterAll(() => nginx.stop())
  const sourceOf = ({ headers }: Response) => headers.get('x-cache') ?? 'shop'

  test('visitors from two regions, or with a chosen currency, see their own prices', async () => {
    const [british, american, chosen] = [
      new Visitor(nginx.url, { 'accept-language': 'en-GB,en;q=0.9' }),
      new Visitor(nginx.url, { 'accept-language': 'en-US' }),
      new Visitor(nginx.url, { 'accept-language': 'en-US' }),
    ]
    chosen.keepCookie('wtf_prices_in', 'EUR')
    const path = '/discover?all=true&sort=newest'
    for (const [visitor, currency] of [
      [british, '£'],
      [american, '$'],
      [chosen, '€'],
    ] as const)
      for (let times = 0; times < 2; times++)
        expect((await visitor.open(path)).all('#filters .preset')[0]?.textContent).toContain(`Under ${currency}50`)
    await expect.poll(async () => sourceOf(await british.ask(path))).toBe('HIT')
  })

  test("a purge updates a changed price, and a customer's page is served to nobody else", async () => {
    const product = await newProduct()
    const path = `/product/${product.id}`
    const { id, email } = await createUser(shop.db)
    const customer = new Visitor(nginx.url)
    customer.keepCookie('wtf_session', (await shop.visitorAs(id)).cookie('wtf_session') ?? '')
    expect(await (await customer.ask(path)).text()).toContain(email)
    const visitor = new Visitor(nginx.url)
    const price = async (from = visitor) => /\$(317|234)/.exec((await from.open(path)).text())?.[0]
    await expect.poll(() => price(shop.visitor())).toBe('$317')
    expect(await price()).toBe('$317')
    expect(await (await visitor.ask(path)).text()).not.toContain(email)
    await shop.db.productVariant.updateMany({ where: { productId: product.id }, data: { priceMinor: 23_400 } })
    await shop.db.product.update({
      where: { id: product.id },
      data: { priceMinor: 23_400, priceMaxMinor: 23_400, priceBaseMinor: 23_400 },
    })
    await expect.poll(() => price(shop.visitor()), { timeout: 5_000 }).toBe('$234')
    nginx.purge(product.id)
    expect(await price()).toBe('$234')
  })
})
