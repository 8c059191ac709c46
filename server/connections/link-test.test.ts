import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allowOwnOrigins } from '#server/platform/fetch-public.ts'
import { createPartnerAsk, createProduct } from '#tests/factories.ts'
import { createConnection } from '#tests/setup/store-connection.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { linkHops, testLink } from './link-test.service.ts'

const database = useTestDatabase()
let server: http.Server
let origin: string

beforeAll(async () => {
  server = http.createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://store.invalid')
    if (pathname === '/keeps') response.writeHead(301, { location: `/end${search}` })
    else if (pathname === '/drops') response.writeHead(302, { location: '/end' })
    else if (pathname === '/drops-one')
      response.writeHead(302, { location: `/end?ref=${new URLSearchParams(search).get('ref')}` })
    else if (pathname === '/for-ever') response.writeHead(302, { location: `/for-ever${search}` })
    else if (pathname === '/inside') response.writeHead(302, { location: 'http://169.254.169.254/' })
    else response.writeHead(pathname === '/gone' ? 404 : 200)
    response.end(pathname === '/with-plugin' ? '<script id="wtf-click-id"></script>' : '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  allowOwnOrigins([origin])
})
afterAll(() => {
  allowOwnOrigins([])
  return new Promise((resolve) => server.close(resolve))
})

/** Tests the link of a partner with a product at this path. */
async function testAt(path: string) {
  await database.db.partnerDomain.deleteMany()
  const ask = await createPartnerAsk(database.db, { domain: '127.0.0.1', platform: 'shopify' })
  await createProduct(database.db, { partnerId: ask.partner.id, productUrl: `${origin}${path}` })
  await testLink(ask)
  const { isKept, verdict, hops } = await database.db.linkTest.findFirstOrThrow({
    where: { partnerId: ask.partner.id },
  })
  return { ask, isKept, verdict, hops: linkHops.parse(hops).map(({ status, kept }) => [status, ...kept]) }
}

test.each([
  ['/end', true, 'The link keeps our IDs all the way to your store.', [[200, 'wtf_cid', 'ref']]],
  [
    '/keeps',
    true,
    'The link keeps our IDs all the way to your store.',
    [
      [301, 'wtf_cid', 'ref'],
      [200, 'wtf_cid', 'ref'],
    ],
  ],
  ['/drops', false, 'The redirect to URL 2 lost wtf_cid and ref.', [[302, 'wtf_cid', 'ref'], [200]]],
  [
    '/drops-one',
    true,
    'The redirect to URL 2 lost wtf_cid.',
    [
      [302, 'wtf_cid', 'ref'],
      [200, 'ref'],
    ],
  ],
  ['/gone', false, 'The last URL returned status 404.', [[404, 'wtf_cid', 'ref']]],
])('follows redirects from %s', async (path, isKept, verdict, hops) => {
  expect(await testAt(path)).toMatchObject({ isKept, verdict, hops })
})

test('stops after too many redirects', async () => {
  const { isKept, verdict, hops } = await testAt('/for-ever')
  expect([isKept, verdict, hops.length]).toEqual([
    false,
    'The link has too many redirects. We stopped after 8 URLs.',
    8,
  ])
})

test('does not follow links into our own network', async () => {
  const { isKept, verdict, hops } = await testAt('/inside')
  expect([isKept, hops]).toEqual([false, [[302, 'wtf_cid', 'ref'], [null]]])
  expect(verdict).toBe('URL 2 did not respond: only https URLs are allowed.')
})

test('tests a link at most once a minute, without creating a click, and requires a product', async () => {
  const { ask } = await testAt('/end')
  await expect(testLink(ask)).rejects.toMatchObject({ code: 'too_many' })
  expect(await database.db.outboundClick.count({ where: { partnerId: ask.partner.id } })).toBe(0)
  await expect(testLink(await createPartnerAsk(database.db))).rejects.toMatchObject({ code: 'conflict' })
})

test('runs only one of two simultaneous tests', async () => {
  await database.db.partnerDomain.deleteMany()
  const ask = await createPartnerAsk(database.db, { domain: '127.0.0.1', platform: 'shopify' })
  await createProduct(database.db, { partnerId: ask.partner.id, productUrl: `${origin}/end` })
  const outcomes = await Promise.allSettled([testLink(ask), testLink(ask), testLink(ask)])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('tests a live product of the connected store', async () => {
  await database.db.partnerDomain.deleteMany()
  const ask = await createPartnerAsk(database.db, { domain: '127.0.0.1', platform: 'shopify' })
  const partnerId = ask.partner.id
  const { id: connectionId } = await createConnection(database.db, partnerId)
  const add = async (path: string, status: 'active' | 'archived', isOfStore: boolean) => {
    const { id: productId } = await createProduct(database.db, { partnerId, status, productUrl: `${origin}${path}` })
    const updatedAt = new Date()
    if (isOfStore)
      await database.db.storeProduct.create({ data: { connectionId, externalId: path, productId, updatedAt } })
  }
  await add('/keeps', 'active', true)
  await add('/gone', 'archived', true)
  await add('/drops', 'active', false)
  // More archived products than are checked.
  for (let number = 0; number < 20; number++) await add(`/gone?${number}`, 'archived', true)
  const tested = async () => {
    await testLink(ask)
    const { hops } = await database.db.linkTest.findFirstOrThrow({ where: { partnerId } })
    await database.db.linkTest.deleteMany({ where: { partnerId } })
    return new URL(linkHops.parse(hops)[0]?.url ?? '').pathname
  }
  expect(await tested()).toBe('/keeps')
  await database.db.shopifyConnection.update({ where: { id: connectionId }, data: { status: 'revoked' } })
  expect(await tested()).toBe('/drops')
})

test.each([
  ['/with-plugin', 'Our plugin is active there and saves the click ID with the order.'],
  ['/end', 'Our plugin is not active there, so the click is lost if the shopper closes the browser before buying.'],
])('reports whether our plugin is active in a WooCommerce store at %s', async (path, text) => {
  const ask = await createPartnerAsk(database.db, { domain: null })
  await database.db.shopifyConnection.deleteMany()
  await database.db.partnerDomain.deleteMany()
  await database.db.partnerDomain.create({ data: { host: '127.0.0.1', partnerId: ask.partner.id } })
  await createConnection(database.db, ask.partner.id, { platform: 'woocommerce', shop: new URL(origin).host })
  await createProduct(database.db, { partnerId: ask.partner.id, productUrl: `${origin}${path}` })
  await testLink(ask)
  const { verdict } = await database.db.linkTest.findFirstOrThrow({ where: { partnerId: ask.partner.id } })
  expect(verdict).toBe(`The link keeps our IDs all the way to your store. ${text}`)
})
