/**
 * Runs in the page and removes itself before React compares the elements. After the first paint, it restores the elements
 * that scriptsAfterPaint changed, so that they load. Some browsers report no paint, for example in a background tab.
 * There, the scripts load a second after the other files.
 */
export const LOADER = `(() => {
  document.currentScript.remove()
  let isStarted = false
  const start = () => {
    if (isStarted) return
    isStarted = true
    for (const link of document.querySelectorAll('link[rel=late]')) link.rel = 'modulepreload'
    const waiting = document.querySelector('script[type="text/late"]')
    const script = document.createElement('script')
    script.type = 'module'
    script.textContent = waiting.textContent
    waiting.replaceWith(script)
  }
  new PerformanceObserver((paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length > 0) start()
  }).observe({ type: 'paint', buffered: true })
  addEventListener('load', () => setTimeout(start, 1000))
})()`

const MODULES = '<script type="module" async="">'

/**
 * Makes a page load its scripts after its first paint, so that they do not compete with its styles, fonts and first
 * pictures (docs/decisions/2026-11-29-scripts-after-the-first-paint.md).
 * @param html a rendered page, whose modules start in one inline script
 */
export const scriptsAfterPaint = (html: string): string =>
  html
    .replaceAll('<link rel="modulepreload"', '<link rel="late"')
    .replace(MODULES, () => `<script>${LOADER}</script><script type="text/late" async="">`)
