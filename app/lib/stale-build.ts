import { createPath } from '@remix-run/react'
import { BUILD_HEADER } from '#server/site/build-header.values.ts'

const KEY = 'wtf-reloaded-at'
const PAUSE_MS = 30_000
/** The number of optional parts being loaded. */
let extras = 0
let isReloading = false
/** The history entry in which something was typed last. */
let typedIn: string | undefined

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
  document.addEventListener('input', () => (typedIn = window.__remixRouter.state.location.key), true)
}

/**
 * Loads the page as a document if another build rendered its data, because names in the data may differ. A refresh in
 * the background does not reload a page in which something was typed: it waits until the next navigation.
 * @param response to a GET request for a page's data
 * @returns whether the page must ignore the response
 */
export function leaveForOtherBuild({ headers }: Response): boolean {
  const build = headers.get(BUILD_HEADER)
  if (build === null || build === window.__remixManifest.version) return false
  const { location, navigation } = window.__remixRouter.state
  if (!navigation.location && typedIn === location.key) return true
  // During a rolling upgrade, the next document may come from either build.
  if (!mayReload()) return false
  isReloading = true
  if (navigation.location) window.location.assign(createPath(navigation.location))
  else window.location.reload()
  return true
}

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
