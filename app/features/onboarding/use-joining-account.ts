import { useRevalidator } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { paths } from '#app/lib/paths.ts'
import { toast } from '#app/lib/toast.ts'
import { useEvent } from '#app/lib/use-event.ts'

const POLL_MS = 2_000

/**
 * Polls every 2 seconds whether the email address has been verified, because its link may be opened in another tab.
 * Pauses while the page is in the background, and checks at once when it returns.
 */
export function useJoiningAccount(account: { email: string } | null, isAsked: boolean): void {
  const { revalidate } = useRevalidator()
  const isAwaited = isAsked && account === null
  const wasAwaited = useRef(false)
  const found = useEvent(revalidate)
  useEffect(() => {
    if (wasAwaited.current && account) toast.set({ tone: 'plain', title: 'Email verified successfully!' })
    wasAwaited.current = isAwaited
  }, [account, isAwaited])
  useEffect(() => {
    if (!isAwaited) return
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const ask = async () => {
      try {
        if (document.visibilityState === 'visible') {
          const answer = await fetch(paths.joiningAccount(), {
            signal: stop.signal,
            headers: { accept: 'application/json' },
          })
          const { account } = answer.ok ? ((await answer.json()) as { account: object | null }) : { account: null }
          if (account) return found()
        }
      } catch {
        // The next poll may succeed.
      }
      if (!stop.signal.aborted) timer = setTimeout(() => void ask(), POLL_MS)
    }
    const onVisible = () => {
      if (document.visibilityState !== 'visible') return
      clearTimeout(timer)
      void ask()
    }
    timer = setTimeout(() => void ask(), POLL_MS)
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      stop.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [isAwaited, found])
}
