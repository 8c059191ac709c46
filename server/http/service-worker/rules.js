/* global URL */
// What the service worker decides, without a browser around it. server/http/service-worker.ts puts worker.js behind it.

/** How many answers each cache holds. */
export const LIMITS = { pages: 40, pictures: 200, files: 250 }
/** A page that was seen longer ago is not shown any more. */
export const KEPT_MS = 7 * 24 * 3600_000

const LEFT_ALONE = /^\/(go|auth|trpc|seen|searched|healthz)(\/|$)|^\/sw\.js$|^\/settings\/export$|^\/(robots\.txt|sitemap.*\.xml)$/
const OUR_FILES = /^\/(drawings\/|icons\/|favicon\.svg$|manifest\.webmanifest$)/

/**
 * Who answers a request: 'page' network first, 'data' of a page, or which parts it has, that Remix asks for, 'asset' and 'picture' never change under
 * their address, 'file' may. Null: the browser, as if there were no worker.
 * @param {{ method: string, mode: string, url: string }} request @param {string} origin
 * @returns {'page' | 'data' | 'asset' | 'picture' | 'file' | null}
 */
export function handlingOf({ method, mode, url }, origin) {
  const address = new URL(url)
  if (method !== 'GET' || address.origin !== origin || LEFT_ALONE.test(address.pathname)) return null
  if (mode === 'navigate') return 'page'
  if (address.pathname.startsWith('/assets/')) return 'asset'
  if (address.pathname.startsWith('/img/')) return 'picture'
  if (OUR_FILES.test(address.pathname)) return 'file'
  // A prefetch asks without CORS; nobody waits for it.
  return (address.pathname.endsWith('.data') || address.pathname === '/__manifest') && mode === 'cors' ? 'data' : null
}

/**
 * 'keep' what the server gives to everybody; 'ask-as-nobody' for the same page without its personal parts; 'no' for the rest.
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
 * The address that a page is kept under: with the parameters that pages read, in one order.
 * @param {string} url @param {ReadonlySet<string>} parameters
 */
export function pageKey(url, parameters) {
  const { pathname, searchParams } = new URL(url)
  for (const name of [...searchParams.keys()]) if (!parameters.has(name)) searchParams.delete(name)
  searchParams.sort()
  return searchParams.size ? `${pathname}?${searchParams}` : pathname
}

/**
 * Which keys have to go so that `max` stay: those that this worker has not seen used, oldest first; then those used longest ago.
 * @param {readonly string[]} keys oldest first @param {number} max @param {ReadonlyMap<string, number>} usedAt
 */
export function overflow(keys, max, usedAt) {
  const byUse = keys.map((key, index) => ({ key, index, used: usedAt.get(key) ?? -1 })).sort((a, b) => a.used - b.used || a.index - b.index)
  return byUse.slice(0, Math.max(0, keys.length - max)).map(({ key }) => key)
}

/** Addresses of our own files that a page cannot be shown without. @param {string} html */
export function filesOf(html) {
  return [...new Set(html.match(/\/(?:assets|drawings)\/[\w.-]+\.\w+/g) ?? [])]
}

/** @param {string} html */
export function titleOf(html) {
  const text = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
}

/** The page, with the time of its keeping where app/features/install/offline-banner.tsx reads it. @param {string} html @param {string} keptAt ISO, UTC */
export function withKeptAt(html, keptAt) {
  return html.replace('<html', `<html data-kept-at="${new Date(keptAt).toISOString()}"`)
}

/** @param {string | null} keptAt ISO, UTC @param {number} now */
export function isRecent(keptAt, now) {
  return now - Date.parse(keptAt ?? '') < KEPT_MS
}
