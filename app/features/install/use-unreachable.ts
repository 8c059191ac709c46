import { createPath, useNavigation } from '@remix-run/react'
import { useEffect, useState } from 'react'

/** The service worker holds the failed request back for as long (LEAVING_MS). */
const FRESH_MS = 3_000

/**
 * The service worker tells that a page's data did not come: the page is asked for as a document, which it answers from what it
 * has. It stands with what is there from the start, for nobody waits with his walk until the browser is idle.
 */
export function useUnreachable(): void {
  const { location: wanted } = useNavigation()
  // A refusal may be here before React has shown that somebody is walking.
  const [toldAt, setToldAt] = useState(-Infinity)
  useEffect(() => {
    const onMessage = ({ data }: MessageEvent<{ type?: unknown } | null>) => {
      if (data?.type === 'unreachable') setToldAt(performance.now())
    }
    navigator.serviceWorker?.addEventListener('message', onMessage)
    return () => navigator.serviceWorker?.removeEventListener('message', onMessage)
  }, [])
  useEffect(() => {
    if (wanted && performance.now() - toldAt < FRESH_MS) window.location.assign(createPath(wanted))
  }, [wanted, toldAt])
}
