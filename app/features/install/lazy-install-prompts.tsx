import { createPath, useNavigation } from '@remix-run/react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { optionalPart } from '#app/lib/use-part.ts'

const InstallPrompts = lazy(() => optionalPart(() => import('./install-prompts.tsx')))
const LATEST_MS = 2_000
/** How long a report counts. The service worker delays the failed request by the same time (LEAVING_MS). */
const FRESH_MS = 3_000

/** Loads the prompts once the page is complete and the browser is idle. */
export function LazyInstallPrompts() {
  const [isIdle, setIdle] = useState(false)
  useUnreachable()
  useEffect(() => {
    const wait = () =>
      'requestIdleCallback' in window
        ? window.requestIdleCallback(() => setIdle(true), { timeout: LATEST_MS })
        : setIdle(true)
    if (document.readyState === 'complete') wait()
    else window.addEventListener('load', wait, { once: true })
    return () => window.removeEventListener('load', wait)
  }, [])
  return isIdle ? (
    <Suspense fallback={null}>
      <InstallPrompts />
    </Suspense>
  ) : null
}

/**
 * Loads the page as a document when the service worker reports that its data did not arrive. The worker then answers
 * with a cached copy. Must be active from the start, because navigations do not wait until the browser is idle.
 */
function useUnreachable(): void {
  const { location: wanted } = useNavigation()
  // The report may arrive before React has shown the start of a navigation.
  const [unreachableAt, setUnreachableAt] = useState(-Infinity)
  useEffect(() => {
    const onMessage = ({ data }: MessageEvent<{ type?: unknown } | null>) => {
      if (data?.type === 'unreachable') setUnreachableAt(performance.now())
    }
    navigator.serviceWorker?.addEventListener('message', onMessage)
    return () => navigator.serviceWorker?.removeEventListener('message', onMessage)
  }, [])
  useEffect(() => {
    if (wanted && performance.now() - unreachableAt < FRESH_MS) window.location.assign(createPath(wanted))
  }, [wanted, unreachableAt])
}
