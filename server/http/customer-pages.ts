import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Viewer } from '#server/platform/viewer.ts'
import { isDataWithoutRoot } from '#server/site/addresses.ts'
import type { CachedPage, InTurn } from './cached-page.ts'
import { acceptedEncoding, encodeOnce } from './encoded-body.ts'
import { hasTag } from './etag.ts'
import { FillablePage } from './filled-page.ts'
import type { OwnPart } from './own-part.ts'
import { Makeshift, MAX_KEY, type PageCache, type PageLife } from './page-cache.ts'
import { mergeSamples, sampleViewer, samplesFor, traitsOf, type Sample } from './page-samples.ts'
import { idsIn } from './shown-changes.ts'

/** Thrown if the page cannot be filled in. It is then rendered for its visitor. */
class CannotBeFilled extends Error {
  /** How long to wait before trying again, in ms. Until then, each customer's page is rendered. */
  readonly forMs: number

  constructor(forMs: number) {
    super()
    this.forMs = forMs
  }
}

/** Bytes of memory per byte of a page: one for its bytes, two for its text (UTF-16). */
const COPIES = 3
/** The wait after a response that cannot be shared, such as a 404. */
const NO_PAGE_MS = 10_000
/** The wait after a failed rendering, or after renderings that differ, usually because of a change in between. */
const MOMENT_MS = 1_000

interface Asked {
  request: Request
  /** The page's cache key, without the customer's traits. */
  key: string
  viewer: Viewer
  part: OwnPart
  render: (viewer: Viewer, sample: Sample) => Promise<Response>
  inTurn: InTurn
  life: PageLife | undefined
}

/**
 * Serves pages to signed-in customers. Each page is rendered in three states for a placeholder viewer, merged, and
 * shared by all customers with the same traits. Personal parts are filled in for each response and not stored.
 */
export class CustomerPages {
  readonly #cache: PageCache
  readonly #fillable = new WeakMap<CachedPage, FillablePage>()
  /** Keys of pages that could not be filled in, so that they are not rendered twice for every request. */
  readonly #unfillable = new LRUCache<string, true>({
    max: 1_000,
    ttl: NO_PAGE_MS,
    perf: { now: () => performance.now() },
  })

  constructor(cache: PageCache) {
    this.#cache = cache
  }

  /** @returns null if the page has to be rendered for this customer */
  async answer({ request, key, viewer, part, render, inTurn, life }: Asked): Promise<Response | null> {
    const keyOfAll = `${traitsOf(viewer)} ${key}`
    if (keyOfAll.length > MAX_KEY) return null
    if (this.#unfillable.has(keyOfAll)) return this.#leave()
    const someone = sampleViewer(viewer)
    const url = new URL(request.url)
    if (url.pathname.endsWith('.data')) {
      // The root's data are personal; the data of the page itself are the same for everyone.
      if (!isDataWithoutRoot(url)) return null
      const answer = await this.#cache.answer(request, keyOfAll, () => render(someone, samplesFor([])[0]), inTurn, life)
      answer.headers.set('cache-control', 'private, no-cache')
      return answer
    }
    try {
      const page = await this.#cache.page(keyOfAll, () => renderAll(someone, render), inTurn, {
        ...life,
        copies: COPIES,
      })
      return this.#fill(request, page, viewer, part)
    } catch (error) {
      if (!(error instanceof CannotBeFilled)) throw error
      this.#unfillable.set(keyOfAll, true, { ttl: error.forMs })
      return this.#leave()
    }
  }

  #leave(): null {
    this.#cache.counts.unfilled++
    return null
  }

  #fill(request: Request, page: CachedPage, viewer: Viewer, part: OwnPart): Response {
    const headers = new Headers(page.headers)
    headers.set('cache-control', 'private, no-cache')
    headers.append('vary', 'Accept-Encoding')
    const { userId, email, fullName, expiresAt } = viewer
    const mine = createHash('sha1')
      .update(JSON.stringify([userId, email, fullName, expiresAt, part]))
      .digest('base64url')
    const etag = `W/"${page.body.hash}-${mine}"`
    headers.set('etag', etag)
    if (hasTag(request, etag)) {
      // On a 304, browsers would replace the stored policy with this one. Its hashes do not match the stored page.
      headers.delete('content-security-policy')
      return new Response(null, { status: 304, headers })
    }
    let fillable = this.#fillable.get(page)
    if (!fillable) this.#fillable.set(page, (fillable = new FillablePage(page.body.text())))
    const { html, policy } = fillable.fill(viewer, part, headers.get('content-security-policy') ?? '')
    headers.set('content-security-policy', policy)
    const encoding = acceptedEncoding(request.headers.get('accept-encoding'))
    if (encoding !== 'identity') headers.set('content-encoding', encoding)
    const bytes = encodeOnce(Buffer.from(html), encoding)
    headers.set('content-length', String(bytes.length))
    return new Response(request.method === 'HEAD' ? null : new Uint8Array(bytes), { status: 200, headers })
  }
}

/** Renders the page with every state of its parts. */
async function renderAll(viewer: Viewer, render: Asked['render']): Promise<Response> {
  const htmlOf = async (sample: Sample) => {
    const response = await render(viewer, sample)
    const isPage = response.status === 200 && response.headers.get('content-type')?.startsWith('text/html')
    if (response instanceof Makeshift || response.status >= 500) throw new CannotBeFilled(MOMENT_MS)
    if (!isPage || response.headers.has('set-cookie')) throw new CannotBeFilled(NO_PAGE_MS)
    return { html: await response.text(), headers: response.headers }
  }
  const none = await htmlOf(samplesFor([])[0])
  const [, withAll, withNews] = samplesFor(idsIn(Buffer.from(none.html)))
  const all = await htmlOf(withAll)
  const news = await htmlOf(withNews)
  const merged = mergeSamples([none.html, all.html, news.html])
  if (merged === null) throw new CannotBeFilled(MOMENT_MS)
  return new Response(merged, { headers: news.headers })
}
