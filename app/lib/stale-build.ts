const KEY = 'wtf-reloaded-at'
const PAUSE_MS = 30_000
/** The number of optional parts being loaded. */
let extras = 0
let isReloading = false

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
