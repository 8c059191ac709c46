import { useSyncExternalStore } from 'react'
import { frameOf } from '#server/site/addresses.values.ts'

const WORKER = '/sw.js'
const CHECK_EVERY_MS = 3600_000
const MAX_RESOURCES = 80
const RETRY_MS = 2_000

let checkedAt = Date.now()

/**
 * Registers the service worker, unless the shop has disabled it, and tells it what to cache. Does nothing in
 * development, or without browser support.
 */
export async function startOfflineApp(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // A new worker with new caches has not seen this page load, so ask it to cache the page.
  navigator.serviceWorker.addEventListener('controllerchange', () => askToKeep(window.location, loadedResources()))
  // The worker became active while this page was loading, before the listener was added.
  if (navigator.serviceWorker.controller && !hasGoneThroughWorker()) askToKeep(window.location, loadedResources())
  try {
    const known = await navigator.serviceWorker.getRegistration('/')
    if (!known && (await fetch(WORKER, { method: 'HEAD' })).headers.get('x-offline-app') !== 'on') return
    await navigator.serviceWorker.register(WORKER, { scope: '/', updateViaCache: 'none' })
    const { active } = await navigator.serviceWorker.ready
    // The worker became active while this page was loading, and has not claimed it.
    if (!navigator.serviceWorker.controller) active?.postMessage({ type: 'claim' })
  } catch {
    // Without a network or storage, the shop works without its offline app.
  }
}

/** Caches a page reached by client-side navigation, because the worker has only seen its data. */
export function keepWalkedPage(page: { pathname: string; search: string }): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (frameOf(page.pathname).isKept && !connection?.saveData) askToKeep(page, [])
}

/** Checks for a new service worker. Browsers only do so when a document is loaded, which may not happen for hours. */
export async function checkForUpdate(): Promise<void> {
  if (!('serviceWorker' in navigator) || Date.now() - checkedAt < CHECK_EVERY_MS) return
  checkedAt = Date.now()
  try {
    await (await navigator.serviceWorker.getRegistration('/'))?.update()
  } catch {
    // The next check, in an hour, tries again.
  }
}

function askToKeep({ pathname, search }: { pathname: string; search: string }, resources: string[]): void {
  navigator.serviceWorker?.controller?.postMessage({ type: 'keep', page: pathname + search, resources })
}

function hasGoneThroughWorker(): boolean {
  const [document] = performance.getEntriesByType('navigation')
  return document instanceof PerformanceNavigationTiming && document.workerStart > 0
}

function loadedResources(): string[] {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => /^https?:\/\/[^/]+\/(assets|img)\//.test(name))
    .slice(0, MAX_RESOURCES)
}

/**
 * Loads a document for every navigation while offline. The worker answers it with a cached copy and its age, or with
 * the offline page. Remix would wait for data and code that cannot arrive.
 */
export function loadDocumentsWhileOffline(): () => void {
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (
      navigator.onLine ||
      !link ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey ||
      // A link to a dialog over this page needs no document.
      link.ariaHasPopup === 'dialog'
    )
      return
    if (link.origin !== window.location.origin || link.target || link.hasAttribute('download') || isSameDocument(link))
      return
    event.preventDefault()
    window.location.assign(link.href)
  }
  const onSubmit = (event: SubmitEvent) => {
    if (navigator.onLine || !(event.target instanceof HTMLFormElement) || event.target.method !== 'get') return
    event.preventDefault()
    event.stopImmediatePropagation()
    event.target.submit()
  }
  window.addEventListener('click', onClick, { capture: true })
  window.addEventListener('submit', onSubmit, { capture: true })
  return () => {
    window.removeEventListener('click', onClick, { capture: true })
    window.removeEventListener('submit', onSubmit, { capture: true })
  }
}

function isSameDocument(link: HTMLAnchorElement): boolean {
  return link.hash !== '' && link.pathname === window.location.pathname && link.search === window.location.search
}

function subscribeToNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Returns whether the browser has a network, not whether the shop responds. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribeToNetwork,
    () => navigator.onLine,
    () => true,
  )
}

/**
 * Calls back when the network returns and the shop responds. Browsers also report networks without internet access.
 * @param atOnce try now, too, because the network may have returned before the page's script ran
 */
export function onceReachable(callBack: () => void, { atOnce = false } = {}): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const attempt = async () => {
    const answer = await fetch('/sw.js', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
    if (answer?.ok) callBack()
    else if (navigator.onLine) timer = setTimeout(() => void attempt(), RETRY_MS)
  }
  const listener = () => {
    clearTimeout(timer)
    void attempt()
  }
  window.addEventListener('online', listener)
  if (atOnce && navigator.onLine) void attempt()
  return () => {
    clearTimeout(timer)
    window.removeEventListener('online', listener)
  }
}
