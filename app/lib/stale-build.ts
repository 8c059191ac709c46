const KEY = 'wtf-reloaded-at'
const PAUSE_MS = 30_000
/** How many optional parts are loading. */
let extras = 0
let isReloading = false

/**
 * After a deployment the files of the old build are gone from the server, so parts of an open page that load later are
 * missing. Then the whole page is reloaded, once. Offline visitors get what the browser has.
 */
export function reloadWhenPartsAreGone(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (extras > 0 || !navigator.onLine || !mayReload()) return
    event.preventDefault()
    isReloading = true
    window.location.reload()
  })
}

/** True while the page is being reloaded: errors of the old one need not be shown. */
export function isLeaving(): boolean {
  return isReloading
}

/** Loads an optional part: if it fails, the page is not reloaded. */
export async function importExtra<T>(load: () => Promise<T>): Promise<T> {
  extras++
  try {
    return await load()
  } finally {
    extras--
  }
}

/** Only once: the part may be missing for good. */
function mayReload(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(KEY)) < PAUSE_MS) return false
    sessionStorage.setItem(KEY, String(Date.now()))
    return true
  } catch {
    return false
  }
}
