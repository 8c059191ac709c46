import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { LRUCache } from 'lru-cache'

const FRESH_MS = 5_000
const STALE_MS = 15_000
/** A page is kept for so long even if what it shows changes all the time, as in an import. */
const AT_LEAST_MS = 500
/** How long an old complete page is better than a new one that lacks something. */
const BETTER_THAN_MAKESHIFT_MS = 10 * 60_000
const MAX_BYTES = 96 * 1024 * 1024
const MAX_KEY = 1_000
/** Characters of Accept-Encoding that are read: browsers send 23, and 100,000 commas take 50 ms. */
const MAX_ENCODINGS = 200

type Encoding = 'br' | 'gzip' | 'identity'
const COMPRESS: Record<Exclude<Encoding, 'identity'>, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) =>
    promisify(zlib.brotliCompress)(bytes, {
      params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes) => promisify(zlib.gzip)(bytes, { level: 6 }),
}

/** The best of our encodings that a request accepts. */
export function acceptedEncoding(header: string | null): Encoding {
  const accepted = (header ?? '')
    .slice(0, MAX_ENCODINGS)
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim())
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity'
}

/** Bytes of one answer, in every encoding that was requested so far. */
export class EncodedBody {
  readonly etag: string
  readonly #bytes: Record<'identity', Buffer> & Partial<Record<Encoding, Promise<Buffer>>>

  constructor(identity: Buffer) {
    this.#bytes = { identity } as never
    this.etag = createHash('sha1').update(identity).digest('base64url')
  }

  async encoded(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'identity') return this.#bytes.identity
    this.#bytes[encoding] ??= COMPRESS[encoding](this.#bytes.identity)
    return this.#bytes[encoding]
  }

  get size(): number {
    return this.#bytes.identity.length
  }
}

type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** A temporary answer, rendered while something it needs was away. Never cached, and replaces no cached page. */
export class Makeshift extends Response {}

interface Page {
  status: number
  headers: Array<[string, string]>
  body: EncodedBody
  /**
   * When its rendering began, by the monotonic clock. If the system clock is set back, a page would otherwise stay until
   * it has caught up.
   */
  begunAt: number
}

interface Rendering {
  page: Promise<Page>
  begunAt: number
}

/**
 * Caches pages as bytes. Pages that are the same for every anonymous visitor are fresh for 5 s. For 15 s more they are
 * answered at once and rendered anew in the background, unless something that pages show has changed: then they are
 * rendered anew before they are answered. Simultaneous requests for one page share one rendering. If only a makeshift
 * can be rendered, a page of the last ten minutes is answered.
 */
export class PageCache {
  readonly #pages = new LRUCache<string, Page>({
    maxSize: MAX_BYTES,
    sizeCalculation: (page) => Math.ceil(page.body.size * 1.5) + 1_000,
  })
  readonly #rendering = new Map<string, Rendering>()
  #changedAt = -Infinity
  /** How shared pages were answered: from what was kept, from it while it was rendered anew, or rendered. */
  readonly answered = { fresh: 0, stale: 0, rendered: 0 }

  /** Something that pages show has changed: those from before are not answered any more, at the latest in half a second. */
  expire(): void {
    this.#changedAt = performance.now()
  }

  /**
   * @param key null for a personal page, which is rendered every time
   * @param inTurn runs the rendering when it is this visitor's turn. Others who ask for the page meanwhile do not wait
   *   for that turn.
   */
  async answer(
    request: Request,
    key: string | null,
    render: () => Promise<Response>,
    inTurn: InTurn = (work) => work(),
  ): Promise<Response> {
    const page =
      key !== null && key.length <= MAX_KEY
        ? await this.#cached(key, render, inTurn)
        : await inTurn(async () => readPage(await render(), performance.now()))
    return respond(request, page)
  }

  async #cached(key: string, render: () => Promise<Response>, inTurn: InTurn): Promise<Page> {
    const page = this.#keptFor(key, FRESH_MS)
    if (page) {
      this.answered.fresh++
      return page
    }
    // While this visitor waited for a turn, another may have begun to render.
    const rendering =
      this.#runningFor(key) ?? inTurn(async () => this.#keptFor(key, FRESH_MS) ?? this.#renderOnce(key, render))
    const stale = this.#keptFor(key, FRESH_MS + STALE_MS)
    this.answered[stale ? 'stale' : 'rendered']++
    if (!stale) return rendering
    rendering.catch(() => undefined)
    return stale
  }

  #keptFor(key: string, ms: number): Page | undefined {
    const page = this.#pages.get(key)
    return page && performance.now() - page.begunAt < ms && this.#isUpToDate(page.begunAt) ? page : undefined
  }

  #runningFor(key: string): Promise<Page> | undefined {
    const rendering = this.#rendering.get(key)
    return rendering && this.#isUpToDate(rendering.begunAt) ? rendering.page : undefined
  }

  #isUpToDate(begunAt: number): boolean {
    return begunAt > this.#changedAt || performance.now() - begunAt < AT_LEAST_MS
  }

  #renderOnce(key: string, render: () => Promise<Response>): Promise<Page> {
    const running = this.#runningFor(key)
    if (running) return running
    const begunAt = performance.now()
    const page = render()
      .then(async (response) => {
        const page = await readPage(response, begunAt)
        if (response instanceof Makeshift) {
          const kept = this.#pages.get(key)
          return kept && page.begunAt - kept.begunAt < BETTER_THAN_MAKESHIFT_MS ? kept : page
        }
        // A 503 with Retry-After is the closed site's screen.
        const isLasting =
          page.status === 200 || (page.status === 503 && page.headers.some(([name]) => name === 'retry-after'))
        // One that began later may have ended before.
        if ((this.#pages.get(key)?.begunAt ?? -Infinity) > begunAt) return page
        if (isLasting && !page.headers.some(([name]) => name === 'set-cookie')) this.#pages.set(key, page)
        else if (page.status < 500) this.#pages.delete(key)
        return page
      })
      .finally(() => {
        if (this.#rendering.get(key)?.page === page) this.#rendering.delete(key)
      })
    this.#rendering.set(key, { page, begunAt })
    return page
  }
}

async function readPage(response: Response, begunAt: number): Promise<Page> {
  return {
    status: response.status,
    headers: [...response.headers].filter(([name]) => name !== 'content-length'),
    body: new EncodedBody(Buffer.from(await response.arrayBuffer())),
    begunAt,
  }
}

async function respond(request: Request, page: Page): Promise<Response> {
  const headers = new Headers(page.headers)
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-cache')
  if (page.status === 200) {
    const etag = `"${page.body.etag}"`
    headers.set('etag', etag)
    if (request.headers.get('if-none-match')?.replace(/^W\//, '') === etag)
      return new Response(null, { status: 304, headers })
  }
  if (page.status === 304 || page.status === 204 || (page.status >= 300 && page.body.size === 0))
    return new Response(null, { status: page.status, headers })
  const encoding = page.body.size > 1_000 ? acceptedEncoding(request.headers.get('accept-encoding')) : 'identity'
  headers.append('vary', 'Accept-Encoding')
  if (encoding !== 'identity') headers.set('content-encoding', encoding)
  const bytes = await page.body.encoded(encoding)
  headers.set('content-length', String(bytes.length))
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(bytes), { status: page.status, headers })
}
