import { createPath, useNavigation } from '@remix-run/react'
import { useEffect, useRef } from 'react'

/**
 * The service worker tells that a page's data did not come: the page is asked for as a document, which it answers from what it
 * has. It stands with what is there from the start, for nobody waits with his walk until the browser is idle.
 */
export function useUnreachable(): void {
  const { location: wanted } = useNavigation()
  const wantedPage = useRef(wanted)
  wantedPage.current = wanted
  useEffect(() => {
    const onMessage = ({ data }: MessageEvent<{ type?: unknown } | null>) => {
      if (data?.type === 'unreachable' && wantedPage.current) window.location.assign(createPath(wantedPage.current))
    }
    navigator.serviceWorker?.addEventListener('message', onMessage)
    return () => navigator.serviceWorker?.removeEventListener('message', onMessage)
  }, [])
}
