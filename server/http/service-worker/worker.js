/* global self, caches, fetch, Response, Headers, URL, setTimeout */
import {
  filesOf,
  handlingOf,
  isNews,
  isRecent,
  LIMITS,
  mayKeepPage,
  overflow,
  pageKey,
  scriptParts,
  titleOf,
  withKeptAt,
} from './rules.js'

/** Changes with every build and with this source. */
const VERSION = '{version}'
/** @type {ReadonlySet<string>} */
const PARAMETERS = new Set(['{parameters}'])
/** Paths that are not pages, by how to handle them. @type {import('./worker-scope.ts').PathRules} */
const RULES = { none: '{rules}', asset: '', picture: '', file: '' }

const PAGES = `wtf-pages-${VERSION}`
const FILES = 'wtf-files'
const PICTURES = 'wtf-pictures'
/** @type {Record<string, number>} */
const LIMIT = { [PAGES]: LIMITS.pages, [FILES]: LIMITS.files, [PICTURES]: LIMITS.pictures }
const OFFLINE = '/offline'
/**
 * The wishlist that someone has saved for offline use with a button (app/parts/wishlist/taken-lookbook.ts). It is
 * personal, so it is stored only on request.
 */
const LOOKBOOK = 'wtf-lookbook'
/** If the network does not respond within this time, a cached copy is shown. The page then states its age. */
const PATIENCE_MS = 8_000
/** The time that a page has to load another document before it learns that its data did not arrive. */
const LEAVING_MS = 3_000
const MAX_RESOURCES = 80

const worker = /** @type {import('./worker-scope.ts').WorkerScope} */ (/** @type {unknown} */ (self))
/** When this worker last used an address. @type {Map<string, number>} */
const usedAt = new Map()

worker.addEventListener('install', (event) => event.waitUntil(keepOfflinePage().then(() => worker.skipWaiting())))
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()))

worker.addEventListener('fetch', (event) => {
  const handling = handlingOf(event.request, worker.location.origin, RULES)
  if (handling === 'page') event.respondWith(openPage(event))
  if (handling === 'data') event.respondWith(askForData(event))
  if (handling === 'asset') event.respondWith(fromCacheFirst(event, FILES))
  if (handling === 'picture')
    event.respondWith(fromCacheFirst(event, PICTURES).catch((error) => otherSize(event.request.url, error)))
  if (handling === 'file') event.respondWith(fromNetworkFirst(event, FILES))
  // The browser has already sent this request, and without an answer from here it would send it again.
  if (handling === null && event.request.mode === 'navigate' && event.request.method === 'GET')
    event.respondWith(fromNetwork(event))
})

worker.addEventListener('message', (event) => {
  const { type, page, resources } = event.data ?? {}
  if (type === 'claim') return event.waitUntil(worker.clients.claim())
  if (type !== 'keep' || typeof page !== 'string') return
  event.waitUntil(
    Promise.allSettled([
      keepAsNobody(page),
      keepResources(Array.isArray(resources) ? resources.slice(0, MAX_RESOURCES) : []),
    ]),
  )
})

async function keepOfflinePage() {
  const response = await fetch(OFFLINE, { credentials: 'omit', cache: 'no-cache' })
  if (mayKeepPage(response) !== 'keep') throw new Error('There is no offline page.')
  await keepPage(OFFLINE, response)
}

async function takeOver() {
  const current = [PAGES, FILES, PICTURES, LOOKBOOK]
  for (const name of await caches.keys())
    if (name.startsWith('wtf-') && !current.includes(name)) await caches.delete(name)
  await worker.registration.navigationPreload?.enable()
  await worker.clients.claim()
}

/** @param {import('./worker-scope.ts').WorkerFetchEvent} event */
async function openPage(event) {
  const { url } = event.request
  const asked = askForPage(event)
  try {
    const answered = await Promise.race([asked, pause(PATIENCE_MS)])
    if (answered) return answered
    return (await keptPage(url)) ?? (await takenAlong(url)) ?? (await asked)
  } catch {
    return (await keptPage(url)) ?? (await takenAlong(url)) ?? offlinePage(url)
  }
}

/**
 * Returns the response to a request for a page, which the browser usually sends before the worker has started.
 * @param {import('./worker-scope.ts').WorkerFetchEvent} event
 */
async function fromNetwork(event) {
  return (await event.preloadResponse) ?? fetch(event.request)
}

/** @param {import('./worker-scope.ts').WorkerFetchEvent} event */
function askForPage(event) {
  const answer = (async () => {
    const response = await fromNetwork(event)
    const keeping = mayKeepPage(response)
    if (keeping === 'keep') event.waitUntil(keepPage(event.request.url, response.clone()))
    // A fresh page that is the same for everyone means that nobody is signed in any more, for example because the
    // session has expired.
    if (keeping === 'keep' && isNews(event.request.cache, response.headers, Date.now()))
      event.waitUntil(caches.delete(LOOKBOOK))
    if (keeping === 'ask-as-nobody') event.waitUntil(keepAsNobody(event.request.url).catch(() => undefined))
    return response
  })()
  event.waitUntil(answer.catch(() => undefined))
  return answer
}

/** @param {string} url @param {Response} response */
async function keepPage(url, response) {
  const html = await response.text()
  const headers = new Headers(response.headers)
  for (const name of ['content-encoding', 'content-length', 'set-cookie']) headers.delete(name)
  headers.set('x-kept-at', new Date().toISOString())
  headers.set('x-title', encodeURIComponent(titleOf(html)))
  const key = pageKey(new URL(url, worker.location.origin).href, PARAMETERS)
  await put(PAGES, key, new Response(html, { headers }))
  await keepResources(filesOf(html), true)
}

/**
 * Fetches a page again without cookies after a signed-in visitor has loaded it, because no account's data may be
 * cached.
 * @param {string} page
 */
async function keepAsNobody(page) {
  const url = new URL(page, worker.location.origin)
  if (handlingOf({ method: 'GET', mode: 'navigate', url: url.href }, worker.location.origin, RULES) !== 'page') return
  const response = await fetch(url.pathname + url.search, { credentials: 'omit', headers: { accept: 'text/html' } })
  if (mayKeepPage(response) === 'keep') await keepPage(url.href, response)
}

/**
 * @param {unknown[]} addresses
 * @param {boolean} withParts also caches what these scripts load later, so that dialogs open offline
 */
async function keepResources(addresses, withParts = false) {
  await Promise.allSettled(
    addresses.map(async (address) => {
      const { href } = new URL(String(address), worker.location.origin)
      const handling = handlingOf({ method: 'GET', mode: 'no-cors', url: href }, worker.location.origin, RULES)
      if (handling === null || handling === 'data') return
      const name = handling === 'picture' ? PICTURES : FILES
      const kept = await (await caches.open(name)).match(href, { ignoreVary: true })
      const response = kept ?? (await fetch(href))
      const parts =
        withParts && href.endsWith('.js') && isComplete(response) ? scriptParts(await response.clone().text()) : []
      if (!kept && isComplete(response)) await put(name, href, response)
      await keepResources(parts)
    }),
  )
}

/** @param {string} url */
async function keptPage(url) {
  const key = pageKey(url, PARAMETERS)
  const kept = await (await caches.open(PAGES)).match(key, { ignoreVary: true })
  if (!kept) return null
  if (key === OFFLINE) return kept
  const keptAt = kept.headers.get('x-kept-at')
  if (!isRecent(keptAt, Date.now())) return null
  usedAt.set(new URL(key, url).href, Date.now())
  return new Response(withKeptAt(await kept.text(), keptAt ?? ''), { headers: kept.headers })
}

/** @param {string} url */
function takenAlong(url) {
  return caches.match(new URL(url).pathname, { cacheName: LOOKBOOK, ignoreVary: true })
}

/** @param {string} url */
function offlinePage(url) {
  const { origin, pathname, search } = new URL(url)
  return Response.redirect(`${origin}${OFFLINE}?from=${encodeURIComponent(pathname + search)}`, 302)
}

/**
 * Answers a request for a page's data. If there is no answer, the browser loads the whole document: the cached copy
 * with its age, or the offline page.
 * @param {import('./worker-scope.ts').WorkerFetchEvent} event
 */
async function askForData(event) {
  try {
    return await fetch(event.request)
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') throw error
    const page = await worker.clients.get(event.clientId)
    page?.postMessage({ type: 'unreachable' })
    await pause(LEAVING_MS)
    throw error
  }
}

/** @param {import('./worker-scope.ts').WorkerFetchEvent} event @param {string} name */
async function fromCacheFirst(event, name) {
  const { url } = event.request
  usedAt.set(url, Date.now())
  const kept = await (await caches.open(name)).match(url, { ignoreVary: true })
  // With Save-Data pictures are of lower quality, and may be better next time.
  if (kept && !kept.headers.get('cache-control')?.includes('immutable')) return fromNetworkFirst(event, name)
  if (kept) return kept
  const response = await fetch(event.request).catch(async (error) => {
    const taken = await takenAlong(url)
    if (taken) return taken
    throw error
  })
  if (isComplete(response)) event.waitUntil(put(name, url, response.clone()))
  return response
}

/** @param {import('./worker-scope.ts').WorkerFetchEvent} event @param {string} name */
async function fromNetworkFirst(event, name) {
  const { url } = event.request
  try {
    const response = await fetch(event.request)
    if (isComplete(response)) event.waitUntil(put(name, url, response.clone()))
    return response
  } catch (error) {
    const kept = await (await caches.open(name)).match(url, { ignoreVary: true })
    if (kept) return kept
    throw error
  }
}

/**
 * Finds the same picture in another cached size.
 * @param {string} url
 * @param {unknown} error
 */
async function otherSize(url, error) {
  const cache = await caches.open(PICTURES)
  const folder = url.slice(0, url.lastIndexOf('/') + 1)
  const sizes = (await cache.keys()).filter((request) => request.url.startsWith(folder))
  const kept = sizes[0] && (await cache.match(sizes[0]))
  if (kept) return kept
  throw error
}

/** @param {Response} response */
function isComplete(response) {
  return response.status === 200 && !response.headers.get('content-type')?.startsWith('text/html')
}

/** @param {string} name @param {string} key @param {Response} response */
async function put(name, key, response) {
  const cache = await caches.open(name)
  usedAt.set(new URL(key, worker.location.origin).href, Date.now())
  await cache.put(key, response)
  const keys = (await cache.keys()).map((request) => request.url).filter((url) => !url.endsWith(OFFLINE))
  await Promise.all(overflow(keys, LIMIT[name] ?? 0, usedAt).map((url) => cache.delete(url, { ignoreVary: true })))
}

/** @param {number} ms @returns {Promise<undefined>} */
function pause(ms) {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms))
}
