/* global URL */
// The decisions of the service worker, testable without a browser. server/http/service-worker.ts appends worker.js.

/** The maximum number of entries in each cache. */
export const LIMITS = { pages: 40, pictures: 200, files: 250 }
/** Pages seen longer ago than this are no longer shown. */
export const KEPT_MS = 7 * 24 * 3600_000
/** An older response does not show who is signed in now. */
const NEWS_MS = 60_000

/**
 * Decides how to answer a request. 'page': network first. 'data': Remix's request for the data of a page or its routes.
 * 'asset' and 'picture' never change at their URL, 'file' may. Null: leave it to the browser.
 * @param {{ method: string, mode: string, url: string }} request
 * @param {string} origin
 * @param {import('./worker-scope.ts').PathRules} rules
 * @returns {'page' | 'data' | 'asset' | 'picture' | 'file' | null}
 */
export function handlingOf({ method, mode, url }, origin, rules) {
  const address = new URL(url)
  if (method !== 'GET' || address.origin !== origin) return null
  const isOf = (/** @type {string} */ expression) => new RegExp(expression).test(address.pathname)
  if (isOf(rules.none)) return null
  if (mode === 'navigate') return 'page'
  if (isOf(rules.asset)) return 'asset'
  if (isOf(rules.picture)) return 'picture'
  if (isOf(rules.file)) return 'file'
  // A prefetch has no CORS mode. It may fail, because nobody waits for it.
  return (address.pathname.endsWith('.data') || address.pathname === '/__manifest') && mode === 'cors' ? 'data' : null
}

/**
 * Returns whether to cache a page. 'keep': it is the same for everyone. 'ask-as-nobody': fetch it again without its
 * personal parts. 'no': do not cache it.
 * @param {{ status: number, redirected: boolean, headers: Headers }} response
 * @returns {'keep' | 'ask-as-nobody' | 'no'}
 */
export function mayKeepPage({ status, redirected, headers }) {
  const control = headers.get('cache-control')
  if (status !== 200 || redirected || control === null || control.includes('no-store')) return 'no'
  if (!headers.get('content-type')?.startsWith('text/html')) return 'no'
  return control.includes('private') ? 'ask-as-nobody' : 'keep'
}

/**
 * Whether an answer shows the current state. History and restored tabs show answers from the browser's own cache,
 * however old.
 * @param {string} mode how the request may use that cache (Request.cache)
 * @param {Headers} headers
 * @param {number} now
 */
export function isNews(mode, headers, now) {
  if (mode === 'force-cache' || mode === 'only-if-cached') return false
  return now - Date.parse(headers.get('date') ?? '') <= NEWS_MS && Number(headers.get('age') ?? 0) * 1000 <= NEWS_MS
}

/**
 * Returns the key of a cached page: its address with only the parameters that pages read, in one order.
 * @param {string} url
 * @param {ReadonlySet<string>} parameters
 */
export function pageKey(url, parameters) {
  const { pathname, searchParams } = new URL(url)
  for (const name of [...searchParams.keys()]) if (!parameters.has(name)) searchParams.delete(name)
  searchParams.sort()
  return searchParams.size ? `${pathname}?${searchParams}` : pathname
}

/**
 * Returns the keys to delete so that `max` stay: first those that this worker has not seen in use, oldest first, and
 * then the least recently used.
 * @param {readonly string[]} keys oldest first
 * @param {number} max
 * @param {ReadonlyMap<string, number>} usedAt
 */
export function overflow(keys, max, usedAt) {
  const byUse = keys
    .map((key, index) => ({ key, index, used: usedAt.get(key) ?? -1 }))
    .sort((a, b) => a.used - b.used || a.index - b.index)
  return byUse.slice(0, Math.max(0, keys.length - max)).map(({ key }) => key)
}

/**
 * Returns the URLs of our own files that a page needs.
 * @param {string} html
 */
export function filesOf(html) {
  return [...new Set(html.match(/\/(?:assets|drawings)\/[\w.-]+\.\w+/g) ?? [])]
}

/**
 * Returns the URLs that a script loads only when needed, such as a dialog. The build writes them at the script's
 * beginning.
 * @param {string} script
 */
export function scriptParts(script) {
  const [list = ''] = /__vite__mapDeps=[^\]]*\]/.exec(script) ?? []
  return [...new Set(list.match(/\bassets\/[\w.-]+\.\w+/g))].map((name) => `/${name}`)
}

/** @param {string} html */
export function titleOf(html) {
  const text = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
}

/**
 * Adds the time of caching to the page, where app/features/install/install-prompts.tsx reads it.
 * @param {string} html
 * @param {string} keptAt ISO, UTC
 */
export function withKeptAt(html, keptAt) {
  return html.replace('<html', `<html data-kept-at="${new Date(keptAt).toISOString()}"`)
}

/** @param {string | null} keptAt ISO, UTC @param {number} now */
export function isRecent(keptAt, now) {
  return now - Date.parse(keptAt ?? '') < KEPT_MS
}
