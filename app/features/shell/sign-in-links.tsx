import { useLocation, useMatches } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import type { MouseEvent, ReactNode } from 'react'
import { authRequest, type AuthRequest } from '#app/parts/session/auth-request.ts'
import { paths } from '#app/lib/paths.ts'
import { returnPath } from '#app/lib/return-path.ts'

/**
 * Returns the Sign In and Sign Up links. They open dialogs over the page. Without JavaScript, and on the sign-in pages,
 * they lead to pages.
 */
export function useSignInLinks(onOpen?: () => void): {
  signIn: (className: string) => ReactNode
  signUp: (className: string) => ReactNode
} {
  const { pathname, search } = useLocation()
  // On the sign-in pages, keep the visitor's return path.
  const isOnTheWay = useMatches().some(({ id }) => id.startsWith('routes/_auth'))
  const then = isOnTheWay || pathname === '/' ? {} : { redirectTo: returnPath({ pathname, search }) }
  const open = (mode: AuthRequest['mode']) => (event: MouseEvent) => {
    onOpen?.()
    if (isOnTheWay || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    authRequest.set({ mode })
  }
  const popup = isOnTheWay ? undefined : 'dialog'
  return {
    signIn: (className) => (
      <Link to={paths.login(then)} rel="nofollow" onClick={open('sign-in')} className={className} aria-haspopup={popup}>
        Sign In
      </Link>
    ),
    signUp: (className) => (
      <Link
        to={paths.signUp(then)}
        rel="nofollow"
        onClick={open('sign-up')}
        className={className}
        aria-haspopup={popup}
      >
        Sign Up
      </Link>
    ),
  }
}
