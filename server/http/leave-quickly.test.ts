import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { createPartner, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { BROWSER, useTestShop } from '#tests/setup/test-shop.ts'
import { createVisitor } from '#tests/setup/visitor.ts'
import { leaveQuickly } from './leave-quickly.ts'

const database = useTestDatabase()
const shop = useTestShop(database, async () => new Response('a page says what is wrong', { status: 404 }), {
  TRUST_PROXY: 'true',
})
/** Two servers of the same shop, one without the fast path. */
const servers: http.Server[] = []
let quick = 0
let product: Awaited<ReturnType<typeof createProduct>>

beforeAll(async () => {
  product = await createProduct(database.db, { partnerId: (await createPartner(database.db)).id })
  const leave = await leaveQuickly({ env: shop.env, leaving: shop.leaving, watcher: null })
  const listener = getRequestListener(shop.fetch, { overrideGlobalObjects: false })
  for (const isQuick of [true, false]) {
    const server = http.createServer((request, response) => {
      const answer = () => void listener(request, response)
      if (isQuick && leave(request, response, answer)) quick++
      else answer()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    servers.push(server)
  }
  // The fast path has its data after the first departure, unless the database was too slow then.
  while (quick === 0) await bytesOf(servers[0]!, `/go/${product.id}`)
})
afterAll(() => Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve)))))

async function bytesOf(server: http.Server, path: string, headers: Record<string, string> = {}, method = 'GET') {
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1')
  const fields = Object.entries({ host: 'wtf.example', 'user-agent': BROWSER, connection: 'close', ...headers })
  socket.write(`${method} ${path} HTTP/1.1\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
  return text(socket)
}

/** Headers that differ between any two responses. */
const comparable = (bytes: string) =>
  bytes
    .replace(/(?<=^date: ).*/im, '')
    .replace(/(?<=^x-request-id: )[0-9a-f-]{36}$/im, '')
    .replace(/(?<=_vid=)[^;]+/, '')
    .replaceAll(/wc_[0-9A-Z]{26}/g, 'wc_')

/** Sends a request to both servers with a visitor for each, and returns the responses and rows. */
async function bothWays(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const before = quick
  const answers = await Promise.all(
    servers.map(async (server) => {
      const { visitorId, cookie } = await createVisitor(database.db)
      const given = headers.cookie === 'of a visitor' ? { ...headers, cookie } : headers
      const bytes = await bytesOf(server, path, given, method)
      const rows = await database.db.outboundClick.findMany({
        where: { visitorId },
        omit: { id: true, visitorId: true, clickedAt: true, expiresAt: true, isFirstOfAddress: true },
      })
      return { bytes: comparable(bytes), rows: JSON.stringify(rows).replaceAll(/wc_[0-9A-Z]{26}/g, 'wc_') }
    }),
  )
  expect(answers[0]).toEqual(answers[1])
  return { ...answers[0]!, isQuick: quick > before }
}

describe('the fast path of a store visit', () => {
  test.each<[string, string, Record<string, string>]>([
    ['for somebody new', '?src=discover', {}],
    ['for a known visitor', '?src=home&pos=3&sid=abc', { cookie: 'of a visitor' }],
    ['from our own page', '', { cookie: 'of a visitor', referer: 'https://wtf.example/discover?q=x' }],
    [
      'from a country',
      '?src=moon&v=junk&',
      { cookie: 'of a visitor', 'cf-ipcountry': 'FR', 'accept-language': 'de-AT' },
    ],
    ['for a bot', '?src=home', { 'user-agent': 'Googlebot/2.1' }],
    ['for a prefetch', '', { 'sec-purpose': 'prefetch', cookie: 'of a visitor' }],
    ['behind a proxy', '', { 'x-request-id': 'of-the-proxy-1', 'x-forwarded-for': '203.0.113.9' }],
  ])('sends the same bytes and writes the same rows for %s as the normal path', async (_, query, headers) => {
    const { bytes, isQuick } = await bothWays(`/go/${product.id}${query}`, headers)
    expect(bytes).toMatch(/^HTTP\/1\.1 302 Found\r\n/)
    expect(bytes).toMatch(/^location: .*wtf_cid=wc_/m)
    expect(isQuick).toBe(true)
  })
  test.each<[string, () => string, Record<string, string>, string?]>([
    ['a product without earlier clicks', () => `/go/${newId()}`, {}],
    ['somebody signed in', () => `/go/${product.id}`, { cookie: '__Host-wtf_session=forged' }],
    ['a HEAD request', () => `/go/${product.id}`, {}, 'HEAD'],
    ['a request with a body', () => `/go/${product.id}`, { 'content-length': '1' }],
    ['a URL with unusual encoding', () => `/go/${product.id}?src=%68ome`, {}],
    ['a URL that contains another path', () => `/go/${product.id}?src=/wishlist/shared/x`, {}],
    ['a long URL', () => `/go/${product.id}?${'src=a&'.repeat(1_001)}`, {}],
  ])('leaves %s to the normal path', async (_, path, headers, method) => {
    expect((await bothWays(path(), headers, method)).isQuick).toBe(false)
  })
  test('shows the error page as soon as the product is hidden', async () => {
    const hidden = await createProduct(database.db, { partnerId: product.partnerId })
    await bytesOf(servers[1]!, `/go/${hidden.id}`)
    await database.db.product.update({ where: { id: hidden.id }, data: { status: 'draft' } })
    expect((await bothWays(`/go/${hidden.id}`)).bytes).toContain('a page says what is wrong')
  })
})
