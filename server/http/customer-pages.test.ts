import zlib from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import type { Viewer } from '#server/platform/viewer.ts'
import { CUSTOMER } from '#tests/setup/example-customer.ts'
import { CustomerPages } from './customer-pages.ts'
import { PageCache } from './page-cache.ts'
import type { Sample } from './page-samples.ts'

afterEach(() => void vi.useRealTimers())

function serve(render: (viewer: Viewer, sample: Sample) => Response) {
  const cache = new PageCache()
  const pages = new CustomerPages(cache)
  const rendered = vi.fn(async (viewer: Viewer, sample: Sample) => render(viewer, sample))
  const answer = (headers: Record<string, string> = {}, method = 'GET') =>
    pages.answer({
      request: new Request('http://shop.example/', { headers, method }),
      key: '/',
      viewer: CUSTOMER,
      part: { wishlistIds: '', wishlistNews: 0, hasPartInReviews: false },
      render: rendered,
      inTurn: (work) => work(),
      life: undefined,
    })
  return { answer, rendered, counts: cache.counts }
}
const html = (text: string, status = 200) => new Response(text, { status, headers: { 'content-type': 'text/html' } })

test('renders a page for all customers in three states, and fills it in afterwards', async () => {
  const { answer, rendered, counts } = serve((viewer) => html(`<b>${viewer.email}</b>`))
  for (let time = 0; time < 2; time++) expect(await (await answer())?.text()).toBe('<b>ada@example.test</b>')
  expect(rendered).toHaveBeenCalledTimes(3)
  expect(counts.unfilled).toBe(0)
})

const DECODE = {
  'gzip, deflate, br': zlib.brotliDecompressSync,
  gzip: zlib.gunzipSync,
  identity: (bytes: Buffer) => bytes,
}

test.each(Object.entries(DECODE))(
  'answers GET and HEAD with a filled page for Accept-Encoding: %s',
  async (accepted, decode) => {
    const { answer } = serve((viewer) => html(`<b>${viewer.email}</b>`))
    const response = await answer({ 'accept-encoding': accepted })
    const bytes = Buffer.from(await response!.arrayBuffer())
    expect(Number(response!.headers.get('content-length'))).toBe(bytes.length)
    expect(decode(bytes).toString()).toBe('<b>ada@example.test</b>')
    const head = await answer({ 'accept-encoding': accepted }, 'HEAD')
    expect([head!.headers.get('content-length'), await head!.text()]).toEqual([String(bytes.length), ''])
  },
)

const UNFILLABLE = {
  'a missing page': [1, () => html('not found', 404)],
  'a page that differs outside its parts': [3, (_: Viewer, { wishlistIds }: Sample) => html(`${wishlistIds.length}`)],
} as const

test.each(Object.entries(UNFILLABLE))(
  'does not immediately try to share %s again, and counts it',
  async (_, [times, render]) => {
    const { answer, rendered, counts } = serve(render)
    for (let time = 0; time < 2; time++) expect(await answer()).toBeNull()
    expect(rendered).toHaveBeenCalledTimes(times)
    expect(counts.unfilled).toBe(2)
  },
)

test('tries again a second after a failed rendering', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  // The cache treats a time of 0 as unset.
  vi.advanceTimersByTime(1)
  let isAway = true
  const { answer } = serve((viewer) => (isAway ? html('', 503) : html(`<b>${viewer.email}</b>`)))
  expect(await answer()).toBeNull()
  isAway = false
  expect(await answer()).toBeNull()
  vi.advanceTimersByTime(1_001)
  expect(await (await answer())?.text()).toBe('<b>ada@example.test</b>')
})
