import type { CachedPage } from './cached-page.ts'

// Headers for caches between us and the browser, such as a CDN: docs/operations.md, chapter 15.

/** How long a shared cache may serve a page without asking us. */
const FRESH_SECONDS = 10
/** How much longer it may serve the page while it asks us. */
const STALE_SECONDS = 20
/** Short, because many proxies accept no more than 4 KB of headers. */
const MAX_KEY_BYTES = 800
/** The purge key that every page has. */
const EVERY_PAGE = 'page'
/** The purge key of pages that any change may affect: lists, and pages with too many ids. */
const ANY_CHANGE = 'any-change'

/**
 * Returns the headers that let shared caches store a signed-out visitor's page; none if they may not. Browsers ask us
 * each time. CDNs (RFC 8586) also get a purge key, and stale-while-revalidate in a separate header (RFC 9213), because
 * browsers would apply it in Cache-Control.
 */
export function sharedCacheHeaders({ headers }: Request, page: CachedPage): Record<string, string> {
  const left = Math.floor((page.endsAt - performance.now()) / 1000)
  const isStorable =
    page.isShareable && page.status === 200 && !page.headers.some(([name]) => /^(cache-control|set-cookie)$/.test(name))
  if (left < 1 || !isStorable) return {}
  const fresh = Math.min(FRESH_SECONDS, left)
  const control = { 'cache-control': `max-age=0, s-maxage=${fresh}` }
  if (!headers.has('cdn-loop')) return control
  const stale = Math.min(STALE_SECONDS, left - fresh)
  const keys = purgeKeys(page.ids)
  return {
    ...control,
    'cdn-cache-control': `max-age=${fresh}, stale-while-revalidate=${stale}`,
    'surrogate-key': keys.join(' '),
    'cache-tag': keys.join(','),
  }
}

/** @param ids null if any change ends the page */
function purgeKeys(ids: CachedPage['ids']): string[] {
  const isShort = ids !== null && ids.join(' ').length <= MAX_KEY_BYTES
  return [EVERY_PAGE, ...(isShort ? ids : [ANY_CHANGE])]
}
