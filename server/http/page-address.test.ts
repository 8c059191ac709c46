import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop } from '#tests/setup/test-shop.ts'
import { shortManifestRequest } from './page-address.ts'

const database = useTestDatabase()
const rendered: string[] = []
const shop = useTestShop(database, async (request) => {
  rendered.push(request.url)
  return new Response('page')
})
const ID = '0190d4b2-7c3a-7e6f-8a41-0242ac120002'

describe('a URL', () => {
  test.each([
    ['is too deep', `/${'a/'.repeat(1_000)}`],
    ['is too deep for .data', `/${'a/'.repeat(40)}x.data`],
    ['contains only slashes', '/'.repeat(4_000)],
    ['is too long', `/${'a'.repeat(10_000)}`],
    ['is too long when encoded', `/${'%41'.repeat(2_000)}`],
    ['has too many parameters', `/discover?${'a=1&'.repeat(1_001)}`],
    ['has too many empty parameters', `/discover?${'&'.repeat(50_000)}`],
    [
      'requests too many routes at once',
      `/__manifest?${Array.from({ length: 61 }, (_, index) => `p=/${index}`).join('&')}`,
    ],
  ])('that %s is rejected before rendering', async (_, path) => {
    rendered.length = 0
    const answer = await shop.ask(path)
    expect([answer.status, rendered]).toEqual([414, []])
    expect(await answer.text()).toContain('This address is too long')
  })
  test.each([
    '/',
    `/product/${ID}?${'utm_source=x&'.repeat(900)}`,
    `/discover?q=${'x'.repeat(100_000)}`,
    '/admin/tickets/x',
    `/${'a/'.repeat(15)}`,
  ])('like %s is accepted', async (path) => {
    expect((await shop.ask(path)).status).toBe(200)
  })
  test.each(['/go', '/seen', '/searched', '/img', '/assets', '/trpc', '/healthz', ''])(
    'with thousands of invalid escapes below %s is rejected without decoding',
    async (folder) => {
      rendered.length = 0
      const [long, short] = [
        await shop.ask(`${folder}/${'a%ff'.repeat(30_000)}`),
        await shop.ask(`${folder}/${'a%ff'.repeat(900)}`),
      ]
      expect([long.status, short.status, rendered]).toEqual([414, 400, []])
    },
  )
})

describe('the manifest request', () => {
  const asked = (search: string) => shortManifestRequest(new Request(`http://wtf.example/__manifest?${search}`))
  const pathsOf = (request: Request | null) => new URL(request?.url ?? 'http://none').searchParams.getAll('p')
  test('asks for the route of all products only once', () => {
    const ids = Array.from(
      { length: 100 },
      (_, index) => `p=/product/${ID.slice(0, -3)}${String(index).padStart(3, '0')}`,
    )
    const short = asked(`${ids.join('&')}&p=/about&p=discover&version=abc`)
    expect(pathsOf(short)).toEqual(['/about', '/discover', '/product/-'])
    expect(new URL(short?.url ?? '').searchParams.get('version')).toBe('abc')
  })
  test('has a limited number of path segments, for any input', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string(),
            fc.string({ unit: 'binary' }),
            fc.nat(2_000).map((count) => '/a'.repeat(count)),
            fc.nat(8_000).map((count) => '/'.repeat(count)),
          ),
          { maxLength: 80 },
        ),
        (paths) => {
          const short = asked(new URLSearchParams(paths.map((path) => ['p', path])).toString())
          const places = new Set(
            pathsOf(short).flatMap((path) =>
              path.split('/').map((_, depth, segments) => segments.slice(0, depth + 1).join('/')),
            ),
          )
          expect(places.size).toBeLessThanOrEqual(60 * 5)
        },
      ),
    )
  })
  test('is the only request that is shortened', () => {
    const request = new Request('http://wtf.example/discover?p=/a/b/c/d/e/f')
    expect(shortManifestRequest(request)).toBe(request)
  })
  test('reaches Remix in its shortened form, even with a cookie', async () => {
    rendered.length = 0
    await shop.ask(`/__manifest?p=${'/a'.repeat(3_000)}&version=1`, { cookie: 'session=x' })
    expect(rendered.map((url) => new URL(url).searchParams.get('p'))).toEqual(['/a'.repeat(6)])
  })
})
