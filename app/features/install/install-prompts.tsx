import { useLocation } from '@remix-run/react'
import CloudOff from 'lucide-react/icons/cloud-off'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import {
  checkForUpdate,
  keepWalkedPage,
  loadDocumentsWhileOffline,
  onceReachable,
  startOfflineApp,
  useOnline,
} from './offline-app.ts'
import { useInstallPrompt } from './use-install-prompt.ts'
import { formatAge } from '#app/lib/format-age.ts'
import { paths } from '#app/lib/paths.ts'
import { useRootMark } from '#app/lib/root-mark.ts'
import { optionalPart } from '#app/lib/use-part.ts'

const InstallCard = lazy(() => optionalPart(() => import('./install-card.tsx')))
const InstallTutorial = lazy(() => optionalPart(() => import('./install-tutorial.tsx')))
const AGE_EVERY_MS = 30_000

/** The installable app: its service worker, the offline banner, and the offer to install it. */
export default function InstallPrompts() {
  const { prompt, show, close } = useInstallPrompt()
  useOfflineApp()
  return (
    <>
      <OfflineBanner />
      <Suspense fallback={null}>
        {prompt === 'card' && (
          <InstallCard
            isByHand={show.isByHand}
            onTutorial={show.tutorial}
            onLater={() => close('dismissed')}
            onDone={() => close('closed')}
          />
        )}
        {prompt === 'tutorial' && show.phone && (
          <InstallTutorial phone={show.phone} isAskedFor={show.isAskedFor} onClose={() => close('closed')} />
        )}
      </Suspense>
    </>
  )
}

function useOfflineApp(): void {
  const { pathname, search } = useLocation()
  const isFirst = useRef(true)

  useEffect(() => {
    void startOfflineApp()
    const onVisible = () => document.visibilityState === 'visible' && void checkForUpdate()
    document.addEventListener('visibilitychange', onVisible)
    const stop = loadDocumentsWhileOffline()
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      stop()
    }
  }, [])

  useEffect(() => {
    if (!isFirst.current) {
      keepWalkedPage({ pathname, search })
      void checkForUpdate()
    }
    isFirst.current = false
  }, [pathname, search])
}

/**
 * A bar at the bottom of the screen that reports a lost network. On a page cached by the service worker
 * (server/http/service-worker), it also shows the page's age. Everything else makes room for it (install.css).
 */
function OfflineBanner() {
  const isOnline = useOnline()
  const { pathname, search } = useLocation()
  const [kept, setKept] = useState<{ at: number; page: string } | null>(null)
  const [now, setNow] = useState(0)
  const isKept = kept !== null && kept.page === pathname + search

  useEffect(() => {
    const at = Date.parse(document.documentElement.dataset.keptAt ?? '')
    if (!Number.isNaN(at)) setKept({ at, page: window.location.pathname + window.location.search })
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), AGE_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => (isKept ? onceReachable(() => window.location.reload()) : undefined), [isKept])

  const isShown = (!isOnline || isKept) && pathname !== paths.offline()
  useRootMark('offline', isShown)
  if (!isShown) return null
  return (
    <div role="status" className="offline-banner">
      <CloudOff aria-hidden size={18} className="shrink-0 text-accent" />
      <p>
        {isOnline ? 'We can’t connect right now.' : 'You are offline.'}{' '}
        {kept && isKept
          ? `This page is from ${formatAge(now - kept.at)}: prices may have changed.`
          : 'You can still open recently viewed pages.'}
      </p>
      {isOnline && (
        <button type="button" onClick={() => window.location.reload()} className="link min-h-11 shrink-0">
          Try again
        </button>
      )}
    </div>
  )
}
