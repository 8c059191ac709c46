import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { searchTokenFor, signSearch } from '#server/search/log/search-token.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop } from '#tests/setup/test-shop.ts'

const database = useTestDatabase()
const shop = useTestShop(database, async () => new Response('a page', { status: 404 }), { TRUST_PROXY: 'true' })
const SEARCH = {
  query: 'linen dress',
  mode: 'normal',
  filters: { colours: ['black'] },
  partnerId: null,
  found: 28,
} as const
let token: string
beforeAll(async () => {
  token = (await searchTokenFor(database.db, { ...SEARCH, filters: { colours: ['black'] }, page: 1 }))!
})
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'], now: new Date('2026-11-20T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const stored = (id: string) => database.db.searchLog.findUnique({ where: { id } })
const count = () => database.db.searchLog.count()
let address = 0
/** Returns a new address for each visitor, unless one is given. */
const nextAddress = () => `2001:db8:${(++address).toString(16)}::1`
const send = (body: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  shop.ask(
    '/searched',
    { 'content-type': 'text/plain;charset=UTF-8', 'x-forwarded-for': nextAddress(), ...headers },
    { method: 'POST', body, ...init },
  )
const say = (message: Record<string, unknown>, headers: Record<string, string> = {}) =>
  send(JSON.stringify({ token, ...message }), headers)
const load = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  shop.ask(path, { 'x-forwarded-for': nextAddress(), ...headers }, init)

const BOTS: Array<[string, Record<string, string>]> = [
  ['a bot', { 'user-agent': 'Googlebot/2.1' }],
  ['nobody', { 'user-agent': '' }],
  ['a prefetch', { 'sec-purpose': 'prefetch;prerender' }],
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['an address typed in', { 'sec-fetch-site': 'none' }],
]

describe('POST /searched', () => {
  test.each<[string, string, (view: string) => string]>([
    ['a beacon', 'text/plain;charset=UTF-8', (view) => JSON.stringify({ token, view })],
    ['JSON', 'application/json', (view) => JSON.stringify({ token, view })],
    ['a form', 'application/x-www-form-urlencoded', (view) => String(new URLSearchParams({ token, view }))],
  ])('logs the search from %s with an empty response', async (_, type, body) => {
    const view = randomUUID()
    const response = await send(body(view), {
      'content-type': type,
      cookie: 'wtf_vid=AAAAAAAAAAAAAAAAAAAAAA',
      'sec-fetch-site': 'same-origin',
    })
    expect([
      response.status,
      await response.text(),
      response.headers.get('cache-control'),
      response.headers.get('x-robots-tag'),
      response.headers.getSetCookie(),
    ]).toEqual([204, '', 'no-store', 'noindex', []])
    // The row contains nothing that identifies the visitor.
    expect(await stored(view)).toEqual({
      id: view,
      searchedAt: new Date(),
      ...SEARCH,
      clickedPosition: null,
      clickedAt: null,
      isCounted: true,
    })
  })
  test('logs the position of the product that was opened', async () => {
    const [view, form] = [randomUUID(), randomUUID()]
    await say({ view })
    await say({ view, position: 25 })
    await send(String(new URLSearchParams({ token, view: form, position: '3' })))
    expect([(await stored(view))?.clickedPosition, (await stored(form))?.clickedPosition]).toEqual([25, 3])
  })
  test.each(BOTS)('does not log %s', async (_, headers) => {
    const view = randomUUID()
    expect((await say({ view }, headers)).status).toBe(204)
    expect(await stored(view)).toBeNull()
  })
  test('returns the same response to every request, and logs no invalid one', async () => {
    const before = await count()
    const forged = signSearch(Buffer.alloc(32), { ...SEARCH, filters: {} })
    const view = randomUUID()
    const bodies = [
      '',
      '{',
      'null',
      '[]',
      '5',
      '"x"',
      '{}',
      'token',
      '\0',
      '%E0%A4%A',
      JSON.stringify({ token, view: 'junk' }),
      JSON.stringify({ token }),
      JSON.stringify({ token: 5, view }),
      JSON.stringify({ token: forged, view }),
      JSON.stringify({ token: `${token}x`, view }),
      JSON.stringify({ token: 'x'.repeat(3_000), view }),
      '['.repeat(4_000),
      ...[0, -1, 1.5, 100_001, 'x', {}, 1e99].map((position) => JSON.stringify({ token, view, position })),
    ]
    for (const body of bodies) expect([body, (await send(body)).status]).toEqual([body, 204])
    expect(await count()).toBe(before)
  })
  test('reads no more than 4 KB', async () => {
    const view = randomUUID()
    const long = JSON.stringify({ token, view, padding: 'x'.repeat(10_000) })
    expect((await send(long, { 'content-length': String(long.length) })).status).toBe(204)
    const stream = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode(long))
        controller.close()
      },
    })
    expect((await send('', {}, { body: stream, duplex: 'half' } as RequestInit)).status).toBe(204)
    expect(await stored(view)).toBeNull()
  })
  test('counts at most 60 searches a minute from one address', async () => {
    const from = { 'x-forwarded-for': nextAddress() }
    const before = await count()
    // Ignored messages do not count towards the limit.
    for (let n = 0; n < 70; n++) await send('nonsense', from)
    for (let n = 0; n < 65; n++) await say({ view: randomUUID() }, from)
    expect(await count()).toBe(before + 60)
    await say({ view: randomUUID() })
    // Setting the clock back does not make the minute longer.
    vi.setSystemTime(Date.now() - 3_600_000)
    vi.advanceTimersByTime(60_000)
    await say({ view: randomUUID() }, from)
    expect(await count()).toBe(before + 62)
  })
  test('treats addresses of one IPv6 subscriber as one', async () => {
    const before = await count()
    for (let host = 1; host <= 65; host++)
      await say({ view: randomUUID() }, { 'x-forwarded-for': `2001:db8:ffff:1::${host.toString(16)}` })
    expect(await count()).toBe(before + 60)
  })
  test('counts a search once a day for each address', async () => {
    const from = { 'x-forwarded-for': nextAddress() }
    const isCounted = async (headers: Record<string, string>) => {
      const view = randomUUID()
      await say({ view }, headers)
      return (await stored(view))?.isCounted
    }
    expect([
      await isCounted(from),
      await isCounted(from),
      await isCounted({ 'x-forwarded-for': nextAddress() }),
    ]).toEqual([true, false, true])
    vi.setSystemTime(new Date('2026-11-21T00:00:00Z'))
    expect([await isCounted(from), await isCounted(from)]).toEqual([true, false])
  })
  test('works while the database is unavailable', async () => {
    const view = randomUUID()
    await database.db.$executeRaw`ALTER TABLE search_log RENAME TO search_log_away`
    const response = await say({ view }).finally(
      () => database.db.$executeRaw`ALTER TABLE search_log_away RENAME TO search_log`,
    )
    expect([response.status, await stored(view)]).toEqual([204, null])
  })
})

describe('GET /searched/{token}', () => {
  test('logs the search of a visitor without JavaScript', async () => {
    const before = await count()
    const response = await load(`/searched/${token}`, { 'sec-fetch-site': 'same-origin' })
    expect([
      response.status,
      await response.text(),
      response.headers.get('cache-control'),
      response.headers.get('x-robots-tag'),
    ]).toEqual([204, '', 'no-store', 'noindex'])
    await load(`/searched/${token}`)
    expect(await count()).toBe(before + 2)
    expect(await database.db.searchLog.findFirst({ orderBy: { searchedAt: 'desc' } })).toMatchObject({
      ...SEARCH,
      clickedPosition: null,
    })
  })
  test.each<[string, Record<string, string>, RequestInit]>([
    ...BOTS.map(([who, headers]): [string, Record<string, string>, RequestInit] => [who, headers, {}]),
    ['HEAD', {}, { method: 'HEAD' }],
  ])('does not log %s', async (_, headers, init) => {
    const before = await count()
    expect((await load(`/searched/${token}`, headers, init)).status).toBe(204)
    expect(await count()).toBe(before)
  })
  test('returns the same response to every request, and logs no invalid one', async () => {
    const before = await count()
    for (const odd of [
      'x',
      '%00',
      'x'.repeat(3_000),
      `${token}x`,
      token.slice(0, -1),
      signSearch(Buffer.alloc(32), { ...SEARCH, filters: {} }),
    ]) {
      expect((await load(`/searched/${odd}`)).status).toBe(204)
    }
    expect(await count()).toBe(before)
  })
})
