import { lazy, Suspense, useEffect } from 'react'
import { authRequest } from '#app/parts/session/auth-request.ts'
import { useSession } from '#app/parts/session/use-session.ts'
import { dropSignIn } from '#app/parts/wishlist/wishlist.ts'

// Most visitors never sign in, so pages do not include the dialog's code.
const AuthDialog = lazy(() => import('./auth-dialog.tsx'))

/** The sign-in dialog, loaded when it is first opened. */
export function LazyAuthDialog() {
  const request = authRequest.use()
  const isSignedIn = useSession() !== null
  return request && !isSignedIn ? (
    <Suspense fallback={<LoadingDialog />}>
      <AuthDialog request={request} />
    </Suspense>
  ) : null
}

/** Escape also cancels the dialog while it is loading. */
function LoadingDialog() {
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && dropSignIn()
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return null
}
