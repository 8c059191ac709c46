/** A page that the service worker has kept (server/http/service-worker/worker.js). */
export interface KeptPage {
  /** Path and query. */
  page: string
  title: string
  /** Milliseconds since 1970. */
  keptAt: number
}

const CACHE = /^wtf-pages-/
const NOT_LISTED = '/offline'
const OUR_NAME = / \| WTF$/

/** Newest first; none where the browser keeps nothing. */
export async function readKeptPages(): Promise<KeptPage[]> {
  const pages: KeptPage[] = []
  try {
    for (const name of (await caches.keys()).filter((name) => CACHE.test(name))) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const headers = (await cache.match(request))?.headers
        const { pathname, search } = new URL(request.url)
        const page = pathname + search
        const keptAt = Date.parse(headers?.get('x-kept-at') ?? '')
        const title = decodeURIComponent(headers?.get('x-title') ?? '').replace(OUR_NAME, '')
        if (page !== NOT_LISTED && !Number.isNaN(keptAt)) pages.push({ page, title: title || page, keptAt })
      }
    }
  } catch {
    // Whatever could be read is listed.
  }
  return pages.sort((a, b) => b.keptAt - a.keptAt)
}
