import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { Makeshift, PageCache, type PageLife } from './page-cache.ts'
import { currentRequest } from '#server/platform/request-context.ts'
import { sharedCacheHeaders } from './shared-caches.ts'

const CDN = new Request('http://wtf.example/', { headers: { 'cdn-loop': 'cdn' } })
const BY_IDS: PageLife = { endsByIds: true }

/** Returns the headers for a page with this response and life. */
async function headersOf(
  text: string,
  init: ResponseInit = {},
  { key = '/', life = {}, endsInMs }: { key?: string; life?: PageLife; endsInMs?: number } = {},
) {
  const render = async () => {
    if (endsInMs !== undefined) currentRequest()?.endAt?.(new Date(Date.now() + endsInMs))
    return new Response(text, init)
  }
  return sharedCacheHeaders(CDN, await new PageCache().page(key, render, undefined, life))
}

test('allows storing a page for ten seconds, and serving it stale for twenty more', async () =>
  expect(await headersOf('a page')).toEqual({
    'cache-control': 'max-age=0, s-maxage=10',
    'cdn-cache-control': 'max-age=10, stale-while-revalidate=20',
    'surrogate-key': 'page any-change',
    'cache-tag': 'page,any-change',
  }))

test.each([
  [12_900, 'max-age=10, stale-while-revalidate=2'],
  [5_900, 'max-age=5, stale-while-revalidate=0'],
  [900, undefined],
])('limits caching of a page that expires in %d ms: %s', async (endsInMs, control) =>
  expect((await headersOf('a page', {}, { endsInMs }))['cdn-cache-control']).toBe(control),
)

test.each<[string, ResponseInit, string?]>([
  ['is missing', { status: 404 }],
  ['sets a cookie', { headers: { 'set-cookie': 'a=b' } }],
  ['has its own Cache-Control', { headers: { 'cache-control': 'no-store' } }],
  ['has a key too long to track its expiry', {}, `/${'x'.repeat(1_000)}`],
])('forbids storing a page that %s', async (_, init, key) =>
  expect(await headersOf('a page', init, key === undefined ? {} : { key })).toEqual({}),
)

test('forbids storing an old page that replaces a failed rendering', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  const cache = new PageCache()
  const whole = await cache.page('/', () => Promise.resolve(new Response('whole')))
  expect(sharedCacheHeaders(CDN, whole)).toHaveProperty('surrogate-key')
  vi.advanceTimersByTime(60_000)
  const kept = await cache.page('/', () => Promise.resolve(new Makeshift('away', { status: 503 })))
  expect([kept.status, sharedCacheHeaders(CDN, kept)]).toEqual([200, {}])
  vi.useRealTimers()
})

test('lists the IDs of a page in its purge key, unless there are too many', async () => {
  const ids = Array.from({ length: 30 }, () => randomUUID())
  expect((await headersOf(ids.slice(0, 3).join(), {}, { life: BY_IDS }))['surrogate-key']).toBe(
    `page ${ids.slice(0, 3).join(' ')}`,
  )
  expect((await headersOf(ids.join(), {}, { life: BY_IDS }))['surrogate-key']).toBe('page any-change')
})
