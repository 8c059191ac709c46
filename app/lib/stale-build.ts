const KEY = 'wtf-reloaded-at'
const PAUSE_MS = 30_000

/**
 * After a deployment the files of the old build are gone from the server: a part of the page that is loaded only now cannot
 * come any more. Then the whole page is loaded anew, once; who is offline gets what the browser has.
 */
export function reloadWhenPartsAreGone(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine || !mayReload()) return
    event.preventDefault()
    window.location.reload()
  })
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
