/**
 * Runs in the page, after the script that it delays. Removes itself, so that React finds the elements it rendered. After
 * the first paint, restores the elements that scriptsAfterPaint changed, and the browser loads them. Some browsers report
 * no paint, for example in a background tab. There, the scripts start one second after the load event.
 */
export const LOADER = `(() => {
  const loader = document.currentScript
  const waiting = loader.previousElementSibling
  loader.remove()
  let isStarted = false
  const start = () => {
    if (isStarted) return
    isStarted = true
    for (const link of document.querySelectorAll('link[rel=late]')) link.rel = 'modulepreload'
    const script = document.createElement('script')
    script.type = 'module'
    script.textContent = waiting.textContent
    waiting.replaceWith(script)
  }
  addEventListener('load', () => setTimeout(start, 1000))
  new PerformanceObserver((paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length > 0) start()
  }).observe({ type: 'paint', buffered: true })
})()`

const MODULES = /<script type="module" async="">([\s\S]*?)<\/script>/

/**
 * Makes a page load its scripts after its first paint, so that they do not compete with its styles, fonts and first
 * pictures (docs/decisions/2026-11-29-scripts-after-the-first-paint.md).
 * @param html a rendered page with one inline script that starts its modules. Other pages stay as they are
 */
export function scriptsAfterPaint(html: string): string {
  if (!MODULES.test(html)) return html
  // The loader comes last: it must not run before the delayed script has arrived.
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="late"')
    .replace(MODULES, (_, code) => `<script type="text/late" async="">${code}</script><script>${LOADER}</script>`)
}
