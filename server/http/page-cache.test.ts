import { randomUUID } from 'node:crypto'
import zlib from 'node:zlib'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { currentRequest } from '#server/platform/request-context.ts'
import { Makeshift, PageCache, type PageLife } from './page-cache.ts'

const TEXT = 'Größe <b>36</b> '.repeat(200)
const ask = (headers: Record<string, string> = {}, method = 'GET') =>
  new Request('http://wtf.example/', { headers, method })

/** Creates a cache in front of a renderer that counts its calls. */
function kept(options: { status?: number; headers?: Record<string, string>; text?: () => string } = {}) {
  const cache = new PageCache()
  const render = vi.fn(
    async () =>
      new Response((options.text ?? (() => TEXT))(), {
        status: options.status ?? 200,
        headers: { 'content-type': 'text/html', ...options.headers },
      }),
  )
  return { cache, render, answer: (request = ask(), key = '/') => cache.answer(request, key, render) }
}

afterEach(() => void vi.useRealTimers())

describe('PageCache', () => {
  test('renders once for simultaneous requests, and for those shortly after', async () => {
    const { answer, render } = kept()
    const texts = await Promise.all(Array.from({ length: 50 }, async () => (await answer()).text()))
    expect(new Set(texts)).toEqual(new Set([TEXT]))
    await answer()
    expect(render).toHaveBeenCalledTimes(1)
  })
  test('frees the memory of expired pages', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
    // The cache treats a start time of 0 as missing.
    vi.advanceTimersByTime(1)
    const { cache, answer } = kept()
    await answer()
    expect(cache.bytes).toBeGreaterThan(TEXT.length)
    vi.advanceTimersByTime(10 * 60_000 + 1_000)
    expect(cache.bytes).toBe(0)
  })
  test('caches different URLs separately', async () => {
    const { answer, render } = kept()
    await Promise.all(['/a', '/b', '/a?x'].map((key) => answer(ask(), key)))
    expect(render).toHaveBeenCalledTimes(3)
  })
  test('serves a stale page at once and renders it again, but waits if it is too old', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    let version = 0
    const { answer, render } = kept({ text: () => `version ${++version}` })
    const read = async () => (await answer()).text()
    expect(await read()).toBe('version 1')
    vi.advanceTimersByTime(4_000)
    expect(await read()).toBe('version 1')
    vi.advanceTimersByTime(2_000)
    expect(await read()).toBe('version 1')
    await vi.waitFor(() => expect(render).toHaveBeenCalledTimes(2))
    await vi.waitFor(async () => expect(await read()).toBe('version 2'))
    vi.advanceTimersByTime(25_000)
    expect(await read()).toBe('version 3')
  })
  test('waits for a new page after a change, but at most twice a second', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    let version = 0
    const { cache, answer } = kept({ text: () => `version ${++version}` })
    const read = async () => (await answer()).text()
    expect(await read()).toBe('version 1')
    cache.expire()
    expect(await read()).toBe('version 1')
    vi.advanceTimersByTime(500)
    expect(await read()).toBe('version 2')
    vi.advanceTimersByTime(4_000)
    expect(await read()).toBe('version 2')
  })
  test('caches a page until its content changes, and no longer than allowed', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    const cache = new PageCache()
    const [shown, other] = [randomUUID(), randomUUID()]
    let version = 0
    const read = async (life: PageLife = { lastsMs: 60_000, endsByIds: true }, key = '/named') => {
      cache.caughtUp()
      const response = await cache.answer(
        ask(),
        key,
        async () => new Response(`${shown} ${++version}`),
        undefined,
        life,
      )
      return Number((await response.text()).split(' ')[1])
    }
    expect(await read()).toBe(1)
    vi.advanceTimersByTime(50_000)
    cache.expire([other])
    expect(await read()).toBe(1)
    cache.expire([other, shown])
    expect(await read()).toBe(2)
    vi.advanceTimersByTime(1_000)
    cache.expire('anything')
    expect(await read()).toBe(3)
    expect(await read({ lastsMs: 60_000 }, '/list')).toBe(4)
    vi.advanceTimersByTime(1_000)
    cache.expire([other])
    expect(await read({ lastsMs: 60_000 }, '/list')).toBe(5)
    vi.advanceTimersByTime(130_000)
    expect(await read()).toBe(6)
  })
  test('caches only briefly while change notifications are interrupted', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    const cache = new PageCache()
    let version = 0
    const read = async () =>
      (await cache.answer(ask(), '/', async () => new Response(`${++version}`), undefined, { lastsMs: 600_000 })).text()
    cache.caughtUp()
    expect(await read()).toBe('1')
    vi.advanceTimersByTime(14_000)
    expect(await read()).toBe('1')
    vi.advanceTimersByTime(10_000)
    expect(await read()).toBe('2')
  })
  test('expires a page when its content is due to change', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    const cache = new PageCache()
    let version = 0
    const render = async () => {
      currentRequest()?.endAt?.(new Date(Date.now() + 3_000))
      return new Response(`${++version}`)
    }
    const read = async () => (await cache.answer(ask(), '/', render)).text()
    expect(await read()).toBe('1')
    vi.advanceTimersByTime(2_900)
    expect(await read()).toBe('1')
    vi.advanceTimersByTime(200)
    expect(await read()).toBe('2')
  })
  test('does not store a page that was being rendered during a change', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    const cache = new PageCache()
    const [slow, fast] = [Promise.withResolvers<Response>(), Promise.resolve(new Response('new'))]
    const first = cache.answer(ask(), '/', () => slow.promise)
    vi.advanceTimersByTime(600)
    cache.expire()
    const second = cache.answer(ask(), '/', () => fast)
    expect(await (await second).text()).toBe('new')
    slow.resolve(new Response('old'))
    expect(await (await first).text()).toBe('old')
    expect(await (await cache.answer(ask(), '/', () => Promise.reject(new Error('kept')))).text()).toBe('new')
  })
  test('expires pages on time even if the clock is set back', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    let version = 0
    const { answer } = kept({ text: () => `version ${++version}` })
    await answer()
    vi.setSystemTime(Date.now() - 86_400_000)
    vi.advanceTimersByTime(25_000)
    expect(await (await answer()).text()).toBe('version 2')
  })
  test('serves the last complete page for ten minutes during a failure, and stores no fallback page', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    const cache = new PageCache()
    let isAway = false
    const ask503 = async () => {
      const response = await cache.answer(ask(), '/', async () =>
        isAway ? new Makeshift('away', { status: 503 }) : new Response('whole'),
      )
      return `${response.status} ${await response.text()}`
    }
    isAway = true
    expect(await ask503()).toBe('503 away')
    isAway = false
    expect(await ask503()).toBe('200 whole')
    isAway = true
    vi.advanceTimersByTime(9 * 60_000)
    expect(await ask503()).toBe('200 whole')
    vi.advanceTimersByTime(2 * 60_000)
    expect(await ask503()).toBe('503 away')
    isAway = false
    expect(await ask503()).toBe('200 whole')
  })
  test('does not store other content, pages that set a cookie, or very long URLs', async () => {
    for (const [options, key] of [
      [{ status: 404 }, '/'],
      [{ status: 500 }, '/'],
      [{ headers: { 'set-cookie': 'a=b' } }, '/'],
      [{}, `/${'x'.repeat(2_000)}`],
    ] as const) {
      const { answer, render } = kept(options)
      await answer(ask(), key)
      await answer(ask(), key)
      expect(render).toHaveBeenCalledTimes(2)
    }
  })
  test('returns 304 if the browser already has the page', async () => {
    const { answer } = kept()
    const etag = (await answer()).headers.get('etag') ?? ''
    // Weak, because all encodings share it.
    expect(etag).toMatch(/^W\/"[\w-]+"$/)
    for (const known of [etag, etag.slice(2), `"other", ${etag}`]) {
      const response = await answer(ask({ 'if-none-match': known }))
      expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([304, '', etag])
    }
    expect((await answer(ask({ 'if-none-match': '"other"' }))).status).toBe(200)
  })
  test.each([
    ['br', zlib.brotliDecompressSync],
    ['gzip', zlib.gunzipSync],
  ] as const)('serves the same content in %s', async (encoding, decode) => {
    const response = await kept().answer(ask({ 'accept-encoding': encoding }))
    const bytes = Buffer.from(await response.arrayBuffer())
    expect([
      response.headers.get('content-encoding'),
      response.headers.get('vary'),
      Number(response.headers.get('content-length')),
    ]).toEqual([encoding, 'Accept-Encoding', bytes.length])
    expect(decode(bytes).toString()).toBe(TEXT)
  })
  test('returns only headers for HEAD, and no body for a redirect', async () => {
    const { answer } = kept()
    const head = await answer(ask({}, 'HEAD'))
    expect([head.headers.get('content-length'), await head.text()]).toEqual([String(Buffer.byteLength(TEXT)), ''])
    const moved = await kept({ status: 301, headers: { location: '/there' }, text: () => '' }).answer()
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/there'])
  })
  test('rejects waiting requests after an error, and renders again for the next one', async () => {
    const { answer, render } = kept()
    render.mockRejectedValueOnce(new Error('no page'))
    expect((await Promise.allSettled([answer(), answer()])).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
    ])
    expect((await answer()).status).toBe(200)
  })
})
