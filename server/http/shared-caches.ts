import type { CachedPage } from './page-cache.ts'

// Headers for caches between us and the browser, such as a CDN: docs/operations.md, chapter 15.

/** A shared cache may show a page that long without asking us. */
const FRESH_SECONDS = 10
/** For that long again, it may show the page while it asks us. */
const STALE_SECONDS = 20
/** Short, because many proxies accept no more than 4 KB of headers. */
const MAX_KEY_BYTES = 800
/** The purge key of every page. */
const EVERY_PAGE = 'page'
/** The purge key of pages that any change may concern: lists, and pages with too many ids. */
const ANY_CHANGE = 'any-change'

/**
 * Returns the headers with which shared caches may store a signed-out visitor's page; none if they may not. Browsers
 * ask us each time. Requests from a CDN (RFC 8586) also get a purge key, and rules for it alone (RFC 9213): browsers would
 * apply stale-while-revalidate in Cache-Control, too.
 */
export function sharedCacheHeaders({ headers }: Request, page: CachedPage): Record<string, string> {
  const left = Math.floor((page.endsAt - performance.now()) / 1000)
  const isStorable = page.status === 200 && !page.headers.some(([name]) => /^(cache-control|set-cookie)$/.test(name))
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

/** @param ids null for a page that any change ends */
function purgeKeys(ids: CachedPage['ids']): string[] {
  const isShort = ids !== null && ids.join(' ').length <= MAX_KEY_BYTES
  return [EVERY_PAGE, ...(isShort ? ids : [ANY_CHANGE])]
}
