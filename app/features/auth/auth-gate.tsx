import { Form, useLocation, useRevalidator } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import { useEffect, useRef, useState } from 'react'
import { endNoticesHere } from './end-notices-here.ts'
import { knownSession, openSessionCalls } from './session-calls.ts'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { paths } from '#app/lib/paths.ts'
import { SESSION_MESSAGES, SessionMachine, type SessionState } from '#app/parts/session/session-machine.ts'
import { toast } from '#app/lib/toast.ts'
import { useEvent } from '#app/lib/use-event.ts'
import { endedSession } from '#app/parts/session/use-session.ts'
import { favouritePartners } from '#app/parts/partners/favourite-partners.ts'
import { useAppBadge } from '#app/parts/wishlist/use-app-badge.ts'
import { useFreshWishlist } from '#app/parts/wishlist/use-fresh-wishlist.ts'
import { takeRememberedProduct, wishlist } from '#app/parts/wishlist/wishlist.ts'

/**
 * The prefix of the keys that this browser uses for an account's data. Other data, such as recently viewed products,
 * belongs to the browser and stays.
 */
const ACCOUNT_KEYS = /^(wtf-account-|wishlist_)/

interface AuthGateProps {
  session: RouterOutputs['auth']['session']
  wishlistIds: readonly string[]
  /** True while a screen replaces the page. */
  onBlock: (isBlocked: boolean) => void
}

/** Pages that are never replaced: those for signing in and out, and the page that completes a partner's profile. */
const OWN_PAGES: ReadonlySet<string> = new Set([paths.signUp(), paths.login(), paths.logout(), paths.onboarding()])

/** Keeps the session alive and shows its errors. Loaded for signed-in users. */
export default function AuthGate({ session, wishlistIds, onBlock }: AuthGateProps) {
  useFreshWishlist(wishlistIds)
  useAppBadge(session !== null)
  const { pathname } = useLocation()
  const { revalidate } = useRevalidator()
  const [state, setState] = useState<SessionState | null>(null)
  const machine = useRef<SessionMachine>()
  const wasSignedIn = useRef(false)

  const onState = useEvent((next: SessionState) => {
    setState(next)
    if (next.session || !session || endedSession.get() === session) return
    // The session has ended (signed out in another tab, expired, or unreachable), but the root data still contains it.
    endedSession.set(session)
    forgetAccount()
    // Keeps the notices if only the network failed, because the session may still be valid.
    if (next.error !== SESSION_MESSAGES.refreshGaveUp) endNoticesHere()
    if (next.error) toast.set({ tone: 'error', title: next.error })
    if (next.error !== SESSION_MESSAGES.refreshGaveUp) revalidate()
  })

  // A page restored from the back/forward cache may belong to a session that has ended since.
  const onShown = useEvent(({ persisted }: PageTransitionEvent) => {
    if (persisted) revalidate()
  })

  useEffect(() => {
    const { calls, close } = openSessionCalls((news) => machine.current?.hear(news))
    machine.current = new SessionMachine(calls, onState)
    const onVisible = () => document.visibilityState === 'visible' && machine.current?.wake()
    document.addEventListener('visibilitychange', onVisible)
    window.addEventListener('pageshow', onShown)
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      window.removeEventListener('pageshow', onShown)
      machine.current?.stop()
      close()
    }
  }, [onState, onShown])

  useEffect(() => {
    if (session) {
      machine.current?.start(knownSession(session))
      const productId = takeRememberedProduct()
      if (productId) void wishlist.set(productId, true)
    } else if (wasSignedIn.current) {
      machine.current?.signOut()
      forgetAccount()
      endNoticesHere()
    }
    wasSignedIn.current = session !== null
  }, [session])

  const screen = OWN_PAGES.has(pathname) ? null : (state?.screen ?? null)
  useEffect(() => {
    onBlock(screen !== null)
    return () => onBlock(false)
  }, [screen, onBlock])

  if (screen === null) return null
  const retry = (
    <button type="button" onClick={() => machine.current?.retry()} className="button button-accent">
      Retry
    </button>
  )
  const signOut = (
    <Form method="post" action={paths.logout()}>
      <button type="submit" className="button button-quiet">
        Sign Out
      </button>
    </Form>
  )
  return (
    <main id="content" className="page animate-appear py-[clamp(3rem,9vw,8rem)]">
      {screen === 'error' ? (
        <div className="max-w-2xl" role="alert">
          <h1 className="text-(length:--text-title) leading-none">Authentication Error</h1>
          <p className="mt-6 text-lg">{state?.error}</p>
          <p className="mt-8 text-muted">What you can try:</p>
          <ul className="mt-2 list-disc space-y-1 pl-5 text-muted">
            <li>Refresh the page</li>
            <li>Clear the browser cache</li>
            <li>Sign out and in again</li>
          </ul>
          <div className="mt-9 flex flex-wrap gap-3">
            {retry}
            {signOut}
          </div>
        </div>
      ) : (
        <div className="max-w-2xl" role="alert">
          <h1 className="text-(length:--text-title) leading-none">Profile Not Found</h1>
          <p className="mt-6 text-lg">Your account exists but we couldn&apos;t find your profile information.</p>
          <p className="mt-8 text-muted">Possible causes:</p>
          <ul className="mt-2 list-disc space-y-1 pl-5 text-muted">
            <li>Profile creation was interrupted</li>
            <li>Registration is incomplete</li>
            <li>A database synchronisation issue</li>
          </ul>
          <div className="mt-9 flex flex-wrap gap-3">
            {retry}
            <Link to={paths.signUp()} className="button button-quiet">
              Complete Registration
            </Link>
            {signOut}
          </div>
        </div>
      )}
    </main>
  )
}

/** Removes the signed-out account's data from this browser. */
function forgetAccount(): void {
  wishlist.forget()
  favouritePartners.forget()
  for (const open of [() => localStorage, () => sessionStorage]) {
    try {
      const storage = open()
      for (const key of Object.keys(storage)) if (ACCOUNT_KEYS.test(key)) storage.removeItem(key)
    } catch {
      // Without storage, there is nothing to remove.
    }
  }
}
