import { lazy, Suspense, useEffect, useState } from 'react'
import { optional } from './optional.ts'
import { useUnreachable } from './use-unreachable.ts'

const InstallPrompts = lazy(() => optional(import('./install-prompts.tsx')))
const LATEST_MS = 2_000

/** Comes once the page is loaded and the browser has nothing better to do. */
export function LazyInstallPrompts() {
  const [isIdle, setIdle] = useState(false)
  useUnreachable()
  useEffect(() => {
    const wait = () => ('requestIdleCallback' in window ? window.requestIdleCallback(() => setIdle(true), { timeout: LATEST_MS }) : setIdle(true))
    if (document.readyState === 'complete') wait()
    else window.addEventListener('load', wait, { once: true })
    return () => window.removeEventListener('load', wait)
  }, [])
  return isIdle ? <Suspense fallback={null}><InstallPrompts /></Suspense> : null
}
