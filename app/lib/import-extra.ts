/** Loads what a page is as good without: when it does not come, the page is not loaded anew for it, as it is for other parts. */
export async function importExtra<T>(load: () => Promise<T>): Promise<T> {
  // Before whoever else listens for it (app/lib/stale-build.ts).
  const keep = (event: Event) => event.stopImmediatePropagation()
  window.addEventListener('vite:preloadError', keep, { capture: true })
  try {
    return await load()
  } finally {
    window.removeEventListener('vite:preloadError', keep, { capture: true })
  }
}
