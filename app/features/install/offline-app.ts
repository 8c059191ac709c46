const WORKER = '/sw.js'
const CHECK_EVERY_MS = 3600_000
/** Pages that people come back to: what is kept of them without a document being loaded. Lists change with every filter. */
const WORTH_KEEPING = /^\/(home)?$|^\/(product|brand)\/[^/]+$/
const MAX_RESOURCES = 80

let checkedAt = Date.now()

/**
 * Registers the service worker, unless the shop has switched it off, and tells it what to keep once it is there.
 * In development, and where browsers have none, nothing happens.
 */
export async function startOfflineApp(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // The first worker, and each that takes over with caches of its own, has not seen this page being loaded.
  navigator.serviceWorker.addEventListener('controllerchange', () => askToKeep(window.location, loadedResources()))
  try {
    const known = await navigator.serviceWorker.getRegistration('/')
    if (!known && (await fetch(WORKER, { method: 'HEAD' })).headers.get('x-offline-app') !== 'on') return
    await navigator.serviceWorker.register(WORKER, { scope: '/', updateViaCache: 'none' })
  } catch {
    // No network, or a browser that keeps nothing: the shop works without.
  }
}

/** After a walk from page to page, of which the worker has seen the data only. */
export function keepWalkedPage(page: { pathname: string; search: string }): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (WORTH_KEEPING.test(page.pathname) && !connection?.saveData) askToKeep(page, [])
}

/** Browsers look for a new worker when a document is loaded; who walks for hours loads none. */
export async function checkForUpdate(): Promise<void> {
  if (!('serviceWorker' in navigator) || Date.now() - checkedAt < CHECK_EVERY_MS) return
  checkedAt = Date.now()
  try {
    await (await navigator.serviceWorker.getRegistration('/'))?.update()
  } catch {
    // Next hour.
  }
}

function askToKeep({ pathname, search }: { pathname: string; search: string }, resources: string[]): void {
  navigator.serviceWorker?.controller?.postMessage({ type: 'keep', page: pathname + search, resources })
}

function loadedResources(): string[] {
  return performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => /^https?:\/\/[^/]+\/(assets|img)\//.test(name)).slice(0, MAX_RESOURCES)
}

/**
 * Without a network every walk is a document: the worker answers it from what it has, with its age, or with the offline page.
 * Remix would look for data and parts of the page that cannot come.
 */
export function loadDocumentsWhileOffline(): () => void {
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (navigator.onLine || !link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    if (link.origin !== window.location.origin || link.target || link.hasAttribute('download') || isSameDocument(link)) return
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
