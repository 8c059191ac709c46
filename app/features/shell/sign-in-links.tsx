import { Link, useLocation } from '@remix-run/react'
import type { MouseEvent, ReactNode } from 'react'
import { authDialog, type AuthDialogRequest } from '#app/lib/auth-dialog.ts'
import { paths } from '#app/lib/paths.ts'
import { returnPath } from '#app/lib/return-path.ts'

/** Sign In and Sign Up: dialogs over the page; pages without JavaScript and on the way in. */
export function useSignInLinks(onOpen?: () => void): { signIn: (className: string) => ReactNode; signUp: (className: string) => ReactNode } {
  const { pathname, search } = useLocation()
  // Whoever is on his way in already keeps the way back that he has.
  const isOnTheWay = /^\/(login|signup|logout|forgot-password|reset-password|verify-email|second-factor|auth|brand\/(login|signup))(\/|$)/.test(pathname)
  const then = isOnTheWay || pathname === '/' ? {} : { redirectTo: returnPath({ pathname, search }) }
  const open = (mode: AuthDialogRequest['mode']) => (event: MouseEvent) => {
    onOpen?.()
    if (isOnTheWay || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    authDialog.set({ mode })
  }
  return {
    signIn: (className) => <Link to={paths.login(then)} rel="nofollow" onClick={open('sign-in')} className={className}>Sign In</Link>,
    signUp: (className) => <Link to={paths.signUp(then)} rel="nofollow" onClick={open('sign-up')} className={className}>Sign Up</Link>,
  }
}
