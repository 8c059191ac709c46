import { lazy, Suspense, useEffect } from 'react'
import { authDialog } from '#app/lib/auth-dialog.ts'
import { useSession } from '#app/lib/use-session.ts'
import { dropSignIn } from '#app/lib/wishlist.ts'

// Most pages are read by people who are not signed in and do not mean to: they come without it.
const AuthDialog = lazy(() => import('./auth-dialog.tsx'))

/** Signing in over the page, loaded when it is first asked for. */
export function LazyAuthDialog() {
  const request = authDialog.use()
  const isSignedIn = useSession() !== null
  return request && !isSignedIn ? <Suspense fallback={<OnItsWay />}><AuthDialog request={request} /></Suspense> : null
}

/** Escape calls the dialog off before it is there, too. */
function OnItsWay() {
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && dropSignIn()
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return null
}
