import { useEffect } from 'react'
import { authRequest } from '#app/parts/session/auth-request.ts'
import { useSession } from '#app/parts/session/use-session.ts'
import { dropSignIn } from '#app/parts/wishlist/wishlist.ts'
import { lazyPart } from '#app/lib/use-part.ts'

// Most visitors never sign in, so pages do not include the dialog's code.
const AuthDialog = lazyPart(() => import('./auth-dialog.tsx'), LoadingDialog)

/** The sign-in dialog, loaded when it is first opened. */
export function LazyAuthDialog() {
  const request = authRequest.use()
  const isSignedIn = useSession() !== null
  return request && !isSignedIn ? <AuthDialog request={request} onMissing={dropSignIn} /> : null
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
