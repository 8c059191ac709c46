import http from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testLink } from '#server/connections/link-test.service.ts'
import { parseEnv } from '#server/platform/env.ts'
import { createPartnerAsk, createProduct, createUser } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop } from '#tests/setup/test-shop.ts'
import { createVisitor } from '#tests/setup/visitor.ts'
import { thanksPage } from './demo-store-pages.ts'
import { openDemoStores } from './demo-stores.ts'

const database = useTestDatabase()
const shop = useTestShop(database, () => Promise.reject(new Error('This is no page.')))
const server = http.createServer((request, response) => void getRequestListener(shop.fetch)(request, response))
let address: string

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  await createUser(database.db, { isDemo: true })
})
afterAll(() => server.close())

const open = (env: Record<string, string> = {}) =>
  openDemoStores(database.url, parseEnv({ PORT: '0', SITE_URL: 'http://localhost', ...env }), address)

test('tracks a sale from the click until the store reports it', async () => {
  const stores = await open()
  try {
    const ask = await createPartnerAsk(database.db, { businessName: 'Ash & Elm', country: 'GB' })
    const { partner } = ask
    const { host } = await database.db.partnerDomain.findFirstOrThrow({ where: { partnerId: partner.id } })
    const product = await createProduct(database.db, {
      partnerId: partner.id,
      name: 'Wool Coat',
      productUrl: `www.${host}/products/wool-coat?colour=black`,
      variants: [{ priceMinor: 12_900, sku: 'WC-1' }],
    })
    const { cookie } = await createVisitor(database.db)
    const left = (await shop.ask(`/go/${product.id}`, { cookie })).headers.get('location') ?? ''
    const [, clickId = ''] = /wtf_cid=(\w+)/.exec(left) ?? []
    expect(left.startsWith(`${stores?.origin}/${host}/products/wool-coat?colour=black&utm_source=WTF`)).toBe(true)

    const arrived = await fetch(left)
    const page = await arrived.text()
    for (const text of [
      `https://${host}/products/wool-coat`,
      'Ash &#38; Elm',
      'Wool Coat',
      '$129.00',
      `You came from WTF with click ${clickId}`,
    ])
      expect(page).toContain(text)

    const [, variant = ''] = /option value="([^"]+)"/.exec(page) ?? []
    const bought = await fetch(`${stores?.origin}/${host}/buy`, {
      method: 'POST',
      headers: { cookie: arrived.headers.getSetCookie()[0]?.split(';')[0] ?? '' },
      body: new URLSearchParams({ path: '/products/wool-coat', variant }),
    })
    expect(await bought.text()).toContain('WTF matched this order to your click')
    const sale = await database.db.conversion.findFirstOrThrow({ where: { partnerId: partner.id } })
    // No commission is owed on the VAT in a British store's prices.
    expect(sale).toMatchObject({ source: 'api', clickId, currency: 'USD', subtotalMinor: 12_900n, netMinor: 10_750n })

    await testLink(ask)
    const { verdict, isKept } = await database.db.linkTest.findFirstOrThrow({ where: { partnerId: partner.id } })
    expect({ verdict, isKept }).toEqual({ verdict: 'The link keeps our IDs all the way to your store.', isKept: true })
  } finally {
    await stores?.stop()
  }
})

test("a shop link opens the store with the shopper's colour and size", async () => {
  const stores = await open()
  try {
    const { partner } = await createPartnerAsk(database.db, {})
    const { host } = await database.db.partnerDomain.findFirstOrThrow({ where: { partnerId: partner.id } })
    const { id } = await createProduct(database.db, {
      partnerId: partner.id,
      productUrl: `https://${host}/products/parka`,
      variants: [
        { colourName: 'Navy', size: 'M', storeLink: '?variant=1' },
        { colourName: 'Red', size: 'M', storeLink: '?variant=2', priceMinor: 6_400 },
        { colourName: 'Red', size: 'L', storeLink: '?variant=3', priceMinor: 6_500 },
      ],
    })
    const red = await database.db.productVariant.findFirstOrThrow({ where: { productId: id, storeLink: '?variant=3' } })
    const { cookie } = await createVisitor(database.db)
    const left = (await shop.ask(`/go/${id}?v=${red.id}`, { cookie })).headers.get('location') ?? ''
    const page = await (await fetch(left)).text()
    expect(/<option value="([^"]+)" selected>([^<]+)/.exec(page)?.slice(1)).toEqual([
      red.id,
      expect.stringContaining('Red, L'),
    ])
    expect(page).toContain('<p class="price">$65.00</p>')
    const undecided = (await shop.ask(`/go/${id}`, { cookie })).headers.get('location') ?? ''
    expect(await (await fetch(undecided)).text()).not.toContain(' selected>')
  } finally {
    await stores?.stop()
  }
})

test('starts no demo stores while the shop is reachable from other machines', async () => {
  expect(await open({ HOST: '0.0.0.0' })).toBeNull()
  expect(await open({ SITE_URL: 'https://wtf.example' })).toBeNull()
})

test.each([
  ['conversions API: bot: the click came from a bot', 'Your visit looked like one from a bot'],
  ['conversions API: self: the click came from the store’s own team', 'as part of this store’s team'],
  ['Nothing links this order to one of your clicks.', 'You did not come to this store from WTF.'],
  ['conversions API: the click had expired before the order', 'Your click is too old'],
])('explains to shoppers in plain words why an order was not matched: %s', (reason, text) => {
  const store = {
    host: 'ash.example',
    partnerId: 'p',
    name: 'Ash',
    origin: 'http://127.0.0.1:3002/ash.example',
    vatBps: 0,
  }
  const product = { name: 'Coat', path: '/coat', currency: 'GBP', priceMinor: 9_900, picture: null, variants: [] }
  const answer = { status: 200, body: { match: { level: null, reason } } }
  const page = thanksPage(store, { id: 'D-1', product, event: {}, answer }, 'http://localhost:3000')
  const [sentence = ''] = /<p>WTF did not match[^<]*/.exec(page) ?? []
  expect(sentence).toContain(text)
  expect(sentence).not.toContain('API')
})
