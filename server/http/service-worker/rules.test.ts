import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { workerRules } from '#server/site/addresses.ts'
import {
  filesOf,
  handlingOf,
  isNews,
  isRecent,
  KEPT_MS,
  mayKeepPage,
  overflow,
  pageKey,
  scriptParts,
  titleOf,
  withKeptAt,
} from './rules.js'

const SHOP = 'https://wtf.example'
const ask = (path: string, more: { method?: string; mode?: string } = {}) =>
  handlingOf({ method: 'GET', mode: 'no-cors', url: new URL(path, SHOP).href, ...more }, SHOP, workerRules())
const page = (headers: Record<string, string>, more: { status?: number; redirected?: boolean } = {}) =>
  mayKeepPage({
    status: 200,
    redirected: false,
    headers: new Headers({ 'content-type': 'text/html; charset=utf-8', ...headers }),
    ...more,
  })

describe('the request handler', () => {
  test.each<[string, { method?: string; mode?: string }, string]>([
    ['/', { mode: 'navigate' }, 'page'],
    ['/discover?q=coat', { mode: 'navigate' }, 'page'],
    ['/settings', { mode: 'navigate' }, 'page'],
    ['/gone', { mode: 'navigate' }, 'page'],
    ['/assets/a-1.js', { mode: 'cors' }, 'asset'],
    ['/img/abc/320.webp', {}, 'picture'],
    ['/favicon.svg', {}, 'file'],
    ['/icons/icon-192.png', {}, 'file'],
    ['/discover.data?q=a', { mode: 'cors' }, 'data'],
    ['/_root.data', { mode: 'cors' }, 'data'],
    ['/__manifest?p=1', { mode: 'cors' }, 'data'],
  ])('for %s %j is the worker, as %s', (path, more, handling) => expect(ask(path, more)).toBe(handling))
  test.each<[string, { method?: string; mode?: string }]>([
    ['/', { mode: 'navigate', method: 'POST' }],
    ['/go/p1', { mode: 'navigate' }],
    ['/auth/callback?code=1', { mode: 'navigate' }],
    ['/trpc/catalogue.list', { mode: 'cors' }],
    ['/seen/p1', {}],
    ['/searched', { mode: 'cors' }],
    ['/sw.js', { mode: 'same-origin' }],
    ['/settings/export', { mode: 'navigate' }],
    ['/wishlist/toggle.data', { mode: 'cors', method: 'POST' }],
    // A prefetch.
    ['/discover.data', { mode: 'no-cors' }],
    ['https://elsewhere.example/assets/a.js', {}],
    ['https://elsewhere.example/', { mode: 'navigate' }],
  ])('for %s %j is the browser', (path, more) => expect(ask(path, more)).toBeNull())
})

describe('a page', () => {
  test('is cached if it is the same for everyone', () => expect(page({ 'cache-control': 'no-cache' })).toBe('keep'))
  test('with personal parts is fetched again without cookies', () =>
    expect(page({ 'cache-control': 'private, no-cache' })).toBe('ask-as-nobody'))
  test.each<[string, Record<string, string>, { status?: number; redirected?: boolean }]>([
    ['that must not be stored', { 'cache-control': 'no-store' }, {}],
    ['that is private and must not be stored', { 'cache-control': 'private, no-store' }, {}],
    ['without Cache-Control', {}, {}],
    ['of the closed site', { 'cache-control': 'no-cache' }, { status: 503 }],
    ['that does not exist', { 'cache-control': 'no-cache' }, { status: 404 }],
    ['that was redirected', { 'cache-control': 'no-cache' }, { redirected: true }],
    ['that redirects', { 'cache-control': 'no-cache' }, { status: 302 }],
    ['that is a file', { 'cache-control': 'no-cache', 'content-type': 'text/csv' }, {}],
  ])('%s is not cached', (_, headers, more) => expect(page(headers, more)).toBe('no'))
  test('is cached once, regardless of its campaign parameters', () => {
    const read = new Set(['q', 'page'])
    expect(pageKey(`${SHOP}/discover?utm_source=x&q=a&page=2#top`, read)).toBe('/discover?page=2&q=a')
    expect(pageKey(`${SHOP}/discover?page=2&q=a`, read)).toBe('/discover?page=2&q=a')
    expect(pageKey(`${SHOP}/?fbclid=1`, read)).toBe('/')
  })
  test('lists the files it needs', () => {
    const html =
      '<link href="/assets/app-B_1.css"><script>import "/assets/root-a.b.js";</script><script type="module">import "/assets/root-a.b.js"</script><img src="/drawings/error.svg"><img src="/img/a/1.webp">'
    expect(filesOf(html)).toEqual(['/assets/app-B_1.css', '/assets/root-a.b.js', '/drawings/error.svg'])
  })
  test('lists the files that its scripts load later', () => {
    const script =
      'const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/zoom-dialog-C_1.js","assets/dialog-DB.js","assets/a.css"])))=>i.map(i=>d[i]);import("./assets/other.js")'
    expect(scriptParts(script)).toEqual(['/assets/zoom-dialog-C_1.js', '/assets/dialog-DB.js', '/assets/a.css'])
    expect(scriptParts('const x=["assets/y.js"]')).toEqual([])
  })
  test('has a title', () => {
    expect(titleOf('<html><title>Coat &amp; &quot;Hat&quot; &lt;b&gt; | WTF</title>')).toBe('Coat & "Hat" <b> | WTF')
    expect(titleOf('<html>')).toBe('')
  })
  test('shows when it was cached', () =>
    expect(withKeptAt('<!DOCTYPE html><html lang="en"><html>', '2026-11-21T03:00:00.000Z')).toBe(
      '<!DOCTYPE html><html data-kept-at="2026-11-21T03:00:00.000Z" lang="en"><html>',
    ))
  test.each<[string, Record<string, string>, boolean]>([
    ['default', { date: 'Thu, 26 Nov 2026 12:00:00 GMT' }, true],
    ['no-cache', { date: 'Thu, 26 Nov 2026 11:59:00 GMT' }, true],
    ['reload', { date: 'Thu, 26 Nov 2026 12:00:00 GMT', age: '0' }, true],
    // Browsers' clocks differ.
    ['default', { date: 'Thu, 26 Nov 2026 12:05:00 GMT' }, true],
    ['default', { date: 'Thu, 26 Nov 2026 11:58:59 GMT' }, false],
    ['default', { date: 'Thu, 26 Nov 2026 12:00:00 GMT', age: '61' }, false],
    ['default', { date: 'today' }, false],
    ['default', {}, false],
    ['force-cache', { date: 'Thu, 26 Nov 2026 12:00:00 GMT' }, false],
    ['only-if-cached', { date: 'Thu, 26 Nov 2026 12:00:00 GMT' }, false],
  ])('requested by %s, with %j, reflects who is signed in: %s', (mode, headers, expected) =>
    expect(isNews(mode, new Headers(headers), Date.parse('2026-11-26T12:00:00Z'))).toBe(expected),
  )
  test('expires after a week, or if it has no date', () => {
    const now = Date.now()
    expect([now - 1, now - KEPT_MS + 1, now - KEPT_MS].map((at) => isRecent(new Date(at).toISOString(), now))).toEqual([
      true,
      true,
      false,
    ])
    expect([isRecent(null, now), isRecent('soon', now)]).toEqual([false, false])
  })
})

describe('a full cache', () => {
  test('drops unused entries, oldest first, then the least recently used', () => {
    expect(
      overflow(
        ['a', 'b', 'c', 'd'],
        2,
        new Map([
          ['a', 5],
          ['c', 3],
        ]),
      ),
    ).toEqual(['b', 'd'])
    expect(
      overflow(
        ['a', 'b', 'c'],
        1,
        new Map([
          ['a', 5],
          ['b', 7],
          ['c', 3],
        ]),
      ),
    ).toEqual(['c', 'a'])
  })
  test('drops no more than necessary, and never the most recently used entry', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string(), { maxLength: 40 }),
        fc.integer({ min: 1, max: 30 }),
        fc.dictionary(fc.string(), fc.nat()),
        (keys, max, uses) => {
          const gone = overflow(
            keys,
            max,
            new Map([...Object.entries(uses), ...keys.slice(-1).map((key) => [key, Infinity] as const)]),
          )
          expect(keys.length - gone.length).toBe(Math.min(keys.length, max))
          expect(gone.every((key) => keys.includes(key)) && new Set(gone).size === gone.length).toBe(true)
          expect(gone).not.toContain(keys.at(-1) ?? null)
        },
      ),
    )
  })
})
