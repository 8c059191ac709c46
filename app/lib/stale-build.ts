import { createPath } from '@remix-run/react'
import { BUILD_HEADER } from '#server/site/build-header.values.ts'

const KEY = 'wtf-reloaded-at'
const PAUSE_MS = 30_000
/** The number of optional parts being loaded. */
let extras = 0
let isReloading = false
/** The path of the page in which something was typed last. */
let typedOn: string | undefined

/**
 * Reloads the page once if a part fails to load, because a deployment removes the old build's files from the server.
 * Offline visitors keep what the browser has cached.
 */
export function reloadWhenPartsAreGone(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (extras > 0 || !navigator.onLine || !mayReload()) return
    event.preventDefault()
    isReloading = true
    window.location.reload()
  })
}

/** Notices when people type, because a reload would discard their text. */
export function watchTyping(): void {
  document.addEventListener('input', () => (typedOn = window.location.pathname), true)
}

/**
 * Loads the page as a document if another build rendered its data, because names in the data may differ. Data that a
 * page reloads after its own form is accepted, because the answer to the form must show. So is any data for a page with
 * unsaved text, until the next navigation.
 * @param response to a GET request for a page's data
 * @returns whether the page must ignore the response, because it is being replaced
 */
export function leaveForOtherBuild({ headers }: Response): boolean {
  const build = headers.get(BUILD_HEADER)
  if (build === null || build === window.__remixManifest.version) return false
  const { location, navigation, revalidation } = window.__remixRouter.state
  const target = navigation.location
  const isAfterForm = target?.pathname === location.pathname && (navigation.formMethod ?? 'GET') !== 'GET'
  if (target ? isAfterForm : revalidation === 'idle' || hasUnsaved()) return false
  // During a rolling upgrade, the next document may come from either build.
  if (!mayReload()) return false
  isReloading = true
  // People may choose to stay on a page with unsaved changes. Its errors must show then.
  setTimeout(() => (isReloading = false), PAUSE_MS)
  const address = new URL(createPath(target ?? location), window.location.href).href
  // After Back, the address is already the target. Assigning one with a fragment would only scroll.
  if (address === window.location.href) window.location.reload()
  else window.location.assign(address)
  return true
}

/** Whether something was typed, or the page asks before it is closed. */
const hasUnsaved = (): boolean =>
  typedOn === window.location.pathname || !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

/** Returns true during the reload, when errors of the old page need not be shown. */
export function isLeaving(): boolean {
  return isReloading
}

/** Loads an optional part. A failure does not reload the page. */
export async function importExtra<T>(load: () => Promise<T>): Promise<T> {
  extras++
  try {
    return await load()
  } finally {
    extras--
  }
}

/** Allows one reload per PAUSE_MS, because the part may be missing for good. */
function mayReload(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(KEY)) < PAUSE_MS) return false
    sessionStorage.setItem(KEY, String(Date.now()))
    return true
  } catch {
    return false
  }
}
