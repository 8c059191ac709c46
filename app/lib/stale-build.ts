const KEY = 'wtf-reloaded-at'
const PAUSE_MS = 30_000
/** How many parts are loading that a page is as good without. */
let extras = 0
let isReloading = false

/**
 * After a deployment the files of the old build are gone from the server: a part of the page that is loaded only now cannot
 * come any more. Then the whole page is loaded anew, once; who is offline gets what the browser has.
 */
export function reloadWhenPartsAreGone(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (extras > 0 || !navigator.onLine || !mayReload()) return
    event.preventDefault()
    isReloading = true
    window.location.reload()
  })
}

/** The page is being loaded anew: what goes wrong with the old one need not be told. */
export function isLeaving(): boolean {
  return isReloading
}

/** Loads what a page is as good without: when it does not come, the page is not loaded anew for it. */
export async function importExtra<T>(load: () => Promise<T>): Promise<T> {
  extras++
  try {
    return await load()
  } finally {
    extras--
  }
}

/** Not again and again: the part may be missing for good. */
function mayReload(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(KEY)) < PAUSE_MS) return false
    sessionStorage.setItem(KEY, String(Date.now()))
    return true
  } catch {
    return false
  }
}
