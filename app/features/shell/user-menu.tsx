import { Form, Link, useLocation } from '@remix-run/react'
import { UserRound } from 'lucide-react'
import type { MouseEvent } from 'react'
import { authDialog, type AuthDialogRequest } from '#app/lib/auth-dialog.ts'
import { paths } from '#app/lib/paths.ts'
import { useSession } from '#app/lib/use-session.ts'

const MENU_ID = 'user-menu'
const item = 'flex min-h-11 w-full items-center rounded-lg px-4 text-left hover:bg-ink/60'

/** Sign In and Sign Up, or what belongs to whoever is signed in. The menu is a popover: it needs no JavaScript. */
export function UserMenu() {
  const session = useSession()
  const { pathname, search } = useLocation()
  // Whoever is on his way in already keeps the way back that he has.
  const isOnTheWay = /^\/(login|signup|logout|forgot-password|reset-password|verify-email|auth|brand\/(login|signup))(\/|$)/.test(pathname)
  const then = isOnTheWay || pathname === '/' ? {} : { redirectTo: pathname + search }
  const open = (mode: AuthDialogRequest['mode']) => (event: MouseEvent) => {
    closeMenu()
    if (isOnTheWay || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    authDialog.set({ mode })
  }
  const signIn = (className: string) => <Link to={paths.login(then)} rel="nofollow" onClick={open('sign-in')} className={className}>Sign In</Link>
  const signUp = (className: string) => <Link to={paths.signUp(then)} rel="nofollow" onClick={open('sign-up')} className={className}>Sign Up</Link>
  return (
    <div className="flex shrink-0 items-center gap-2">
      {!session && (
        <div className="hidden items-center gap-1 lg:flex">
          {signIn('inline-flex h-11 items-center px-3 text-sm text-muted transition-colors hover:text-text')}
          {signUp('button button-quiet text-sm')}
        </div>
      )}
      <button type="button" {...{ popovertarget: MENU_ID }} aria-label={session ? `Your account: ${session.viewer.email}` : 'Sign in or sign up'} className={`icon-button user-menu-button ${session ? '' : 'lg:hidden'}`}>
        {session ? <span aria-hidden className="grid size-8 place-items-center rounded-full bg-raised text-sm font-semibold">{initial(session.viewer)}</span> : <UserRound aria-hidden size={20} />}
      </button>
      <div id={MENU_ID} {...{ popover: 'auto' }}
        className="fixed inset-auto top-15 right-[clamp(1rem,4vw,4rem)] m-0 w-64 rounded-2xl border border-line bg-raised p-2 text-text open:animate-appear">
        {session ? (
          <>
            <p className="border-b border-line px-4 pt-2 pb-3 text-sm">
              <span className="block truncate font-semibold">{session.viewer.fullName || 'Signed in'}</span>
              <span className="block truncate text-muted">{session.viewer.email}</span>
            </p>
            <div className="pt-2">
              <Link to={paths.settings()} onClick={closeMenu} className={item}>Settings</Link>
              <Form method="post" action={paths.logout()} onSubmit={closeMenu}><button type="submit" className={item}>Sign Out</button></Form>
            </div>
          </>
        ) : (
          <>
            {signIn(item)}
            {signUp(item)}
          </>
        )}
      </div>
    </div>
  )
}

const initial = ({ fullName, email }: { fullName: string; email: string }) => [...(fullName || email)][0]?.toUpperCase() ?? ''

function closeMenu(): void {
  const menu = document.getElementById(MENU_ID)
  if (menu?.matches(':popover-open')) menu.hidePopover()
}
