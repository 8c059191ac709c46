import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { Makeshift, PageCache, type PageLife } from './page-cache.ts'
import { currentRequest } from '#server/platform/request-context.ts'
import { sharedCacheHeaders } from './shared-caches.ts'

const CDN = new Request('http://wtf.example/', { headers: { 'cdn-loop': 'cdn' } })
const BY_IDS: PageLife = { expiresOn: 'changes of its ids' }

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

test('a page may be stored for ten seconds and served stale for twenty more', async () =>
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
])('a page that ends in %d ms has left shared caches by then: %s', async (endsInMs, control) =>
  expect((await headersOf('a page', {}, { endsInMs }))['cdn-cache-control']).toBe(control),
)

test.each<[string, ResponseInit, string?]>([
  ['is missing', { status: 404 }],
  ['sets a cookie', { headers: { 'set-cookie': 'a=b' } }],
  ['has its own rules', { headers: { 'cache-control': 'no-store' } }],
  ['has a long key, so that its end is unknown', {}, `/${'x'.repeat(1_000)}`],
])('a page that %s is not stored', async (_, init, key) =>
  expect(await headersOf('a page', init, key === undefined ? {} : { key })).toEqual({}),
)

test('a page that replaces a failed rendering is not stored, because it may be outdated', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  const cache = new PageCache()
  const whole = await cache.page('/', () => Promise.resolve(new Response('whole')))
  expect(sharedCacheHeaders(CDN, whole)).toHaveProperty('surrogate-key')
  vi.advanceTimersByTime(60_000)
  const kept = await cache.page('/', () => Promise.resolve(new Makeshift('away', { status: 503 })))
  expect([kept.status, sharedCacheHeaders(CDN, kept)]).toEqual([200, {}])
  vi.useRealTimers()
})

test('the purge key contains the ids of a page, unless there are too many', async () => {
  const ids = Array.from({ length: 30 }, () => randomUUID())
  expect((await headersOf(ids.slice(0, 3).join(), {}, { life: BY_IDS }))['surrogate-key']).toBe(
    `page ${ids.slice(0, 3).join(' ')}`,
  )
  expect((await headersOf(ids.join(), {}, { life: BY_IDS }))['surrogate-key']).toBe('page any-change')
})
