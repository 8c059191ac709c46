import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCategory, createPartnerAsk } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import type { Network } from '#server/platform/fetch-public.ts'
import { addFeed } from './feeds.service.ts'
import { requestImport, getImport, listFindings } from './imports.service.ts'
import { workFor } from './work-for.ts'

const database = useTestDatabase()
const NETWORK: Network = { resolve: () => Promise.resolve(['127.0.0.1']), isAllowed: () => true, allowsHttp: true }
const fixture = (name: string) => fs.readFileSync(path.join(import.meta.dirname, 'fixtures/cases', name))
const [RSS, ATOM] = [fixture('07a-google-rss.xml'), fixture('07b-google-atom.xml')]
const ANSWERS: Readonly<Record<string, { type?: string; encoding?: string; location?: string; body?: Buffer }>> = {
  '/rss.xml': { type: 'application/rss+xml', body: RSS },
  '/atom.xml': { type: 'application/atom+xml', body: ATOM },
  '/feed.xml.gz': { type: 'application/octet-stream', body: gzipSync(RSS) },
  '/encoded': { type: 'text/xml', encoding: 'gzip', body: gzipSync(ATOM) },
  '/moved': { location: '/moved-again' },
  '/moved-again': { location: '/rss.xml' },
  '/typed-as-page': { type: 'text/html', body: RSS },
  '/page': { type: 'application/xml', body: Buffer.from('<!DOCTYPE html><html><body>Please sign in</body></html>') },
  '/dtd': {
    type: 'application/xml',
    body: Buffer.from(RSS.toString().replace('<rss', '<!DOCTYPE rss [<!ENTITY a SYSTEM "file:///etc/passwd">]>\n<rss')),
  },
  '/damaged.gz': { type: 'application/gzip', body: gzipSync(RSS).subarray(0, 400) },
  '/empty': { type: 'application/xml', body: Buffer.alloc(0) },
}
const server = http.createServer(({ url = '' }, response) => {
  const { type, encoding, location, body } = ANSWERS[url] ?? {}
  response
    .writeHead(location ? 302 : body ? 200 : 404, {
      ...(type && { 'content-type': type }),
      ...(encoding && { 'content-encoding': encoding }),
      ...(location && { location }),
    })
    .end(body)
})
let origin = ''
let ask: Awaited<ReturnType<typeof createPartnerAsk>> & { dataDir: string }

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://saltmarsh.example:${(server.address() as AddressInfo).port}`
  for (const slug of ['tops', 't-shirts', 'coats-jackets']) await createCategory(database.db, { slug, name: slug })
  for (const [currency, toBase] of [
    ['GBP', '1.3'],
    ['EUR', '1.1'],
  ] as const) {
    const rate = { currency, toBase, asOf: new Date('2026-11-27') }
    await database.db.exchangeRate.upsert({ where: { currency }, create: rate, update: rate })
  }
})
afterAll(() => void server.close())
beforeEach(async () => {
  ask = { ...(await createPartnerAsk(database.db)), dataDir: database.dataDir }
  await database.db.partner.update({ where: { id: ask.partner.id }, data: { currency: 'GBP' } })
})

const work = () =>
  workFor(
    { db: database.db, dataDir: database.dataDir, network: NETWORK },
    ask.partner.id,
    new AbortController().signal,
  )
async function added(at: string) {
  const { importId } = await addFeed(ask, { url: origin + at, everyHours: 24, gone: 'keep' })
  await work()
  return { importId, ...(await getImport(ask, { importId })) }
}

test.each([
  ['an RSS feed', '/rss.xml'],
  ['a feed behind redirects', '/moved'],
  ['a feed served as a web page', '/typed-as-page'],
  ['a compressed file', '/feed.xml.gz'],
])('imports %s', async (_, at) => {
  const { importId, status, created } = await added(at)
  // A kilt in another currency is refused.
  expect({ status, created }).toEqual({ status: 'read', created: 3 })
  const { findings } = await listFindings(ask, { importId, kind: 'refused', page: 1 })
  expect(findings.map(({ reason }) => reason).join()).toContain('EUR')
  await requestImport(ask, { importId, gone: 'keep' })
  await work()
  const products = await database.db.product.findMany({
    where: { partnerId: ask.partner.id },
    orderBy: { name: 'asc' },
    select: { name: true, gender: true, priceMinor: true, currency: true },
  })
  expect(products.map(({ name, ...rest }) => [name, rest.gender, Number(rest.priceMinor), rest.currency])).toEqual([
    ['Hook & Eye Blouse', 'women', 5400, 'GBP'],
    ['Puddle T-shirt', 'boys', 1650, 'GBP'],
    ['Saltmarsh Rain Coat', 'women', 11600, 'GBP'],
  ])
})

test.each([
  ['an Atom feed', '/atom.xml'],
  ['an Atom feed with HTTP compression', '/encoded'],
])('imports %s', async (_, at) => {
  await database.db.partner.update({ where: { id: ask.partner.id }, data: { currency: 'EUR' } })
  const { status, created, refused } = await added(at)
  expect({ status, created, refused }).toEqual({ status: 'read', created: 2, refused: 0 })
})

test.each([
  ['a document type definition', '/dtd', /document type definition/],
  ['a web page', '/page', /web page/],
  ['a damaged compressed file', '/damaged.gz', /compressed file is damaged/],
  ['an empty answer', '/empty', /empty/],
  ['a URL without a file', '/none.xml', /404/],
])('rejects %s, with the reason', async (_, at, message) => {
  const found = await added(at)
  expect(found).toMatchObject({ status: 'failed' })
  expect(found.message).toMatch(message)
  expect(await database.db.product.count({ where: { partnerId: ask.partner.id } })).toBe(0)
})
