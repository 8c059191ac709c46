import { useLocation } from '@remix-run/react'
import { CloudOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { onceReachable, useOnline } from './use-online.ts'
import { formatAge } from '#app/lib/age.ts'
import { paths } from '#app/lib/paths.ts'

const AGE_EVERY_MS = 30_000

/** Says that the network is gone and, on a page that the service worker has kept (server/http/service-worker), how old it is. */
export function OfflineBanner() {
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

  if ((isOnline && !isKept) || pathname === paths.offline()) return null
  return (
    <div role="status" className="offline-banner">
      <CloudOff aria-hidden size={18} className="mt-0.5 shrink-0 text-accent" />
      <p className="grow">
        {isOnline ? 'We cannot be reached just now.' : 'You are offline.'}{' '}
        {kept && isKept ? `This page is from ${formatAge(now - kept.at)}: prices may have changed.` : 'What you have looked at lately still opens.'}
      </p>
      {isOnline && <button type="button" onClick={() => window.location.reload()} className="link min-h-11 shrink-0">Try again</button>}
    </div>
  )
}
