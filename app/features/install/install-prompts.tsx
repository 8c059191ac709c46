import { useLocation } from '@remix-run/react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { checkForUpdate, keepWalkedPage, loadDocumentsWhileOffline, startOfflineApp } from './offline-app.ts'
import { OfflineBanner } from './offline-banner.tsx'
import { optional } from './optional.ts'
import { useInstallPrompt } from './use-install-prompt.ts'

const InstallCard = lazy(() => optional(import('./install-card.tsx')))
const InstallTutorial = lazy(() => optional(import('./install-tutorial.tsx')))

/** The installable app: its worker, what it says without a network, and how it is offered. */
export default function InstallPrompts() {
  const { prompt, show, close } = useInstallPrompt()
  useOfflineApp()
  return (
    <>
      <OfflineBanner />
      <Suspense fallback={null}>
        {prompt === 'card' && <InstallCard isByHand={show.isByHand} onTutorial={show.tutorial} onLater={() => close('dismissed')} onDone={() => close('closed')} />}
        {prompt === 'tutorial' && show.phone && <InstallTutorial phone={show.phone} onClose={() => close('closed')} />}
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
