import { Form } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import { closePopover } from '#app/lib/close-popover.ts'
import { useSignInLinks } from './sign-in-links.tsx'
import { paths } from '#app/lib/paths.ts'
import { Personal } from '#app/lib/personal-mark.tsx'
import { initialOf } from '#server/accounts/initial.values.ts'
import { useSession } from '#app/parts/session/use-session.ts'

const MENU_ID = 'user-menu'
const close = () => closePopover(MENU_ID)
const item = 'flex min-h-11 w-full items-center rounded-lg px-4 text-left hover:bg-ink/60'

/** Sign In and Sign Up, or the signed-in user's menu: a popover, which needs no JavaScript. */
export function UserMenu() {
  const session = useSession()
  const { signIn, signUp } = useSignInLinks()
  if (!session) {
    return (
      <div className="hidden shrink-0 items-center md:flex lg:gap-1">
        {signIn('inline-flex h-11 items-center px-3 text-sm text-muted transition-colors hover:text-text')}
        {signUp('button button-quiet px-4 text-sm lg:px-5')}
      </div>
    )
  }
  const { viewer } = session
  return (
    <div className="shrink-0">
      <button
        type="button"
        {...{ popovertarget: MENU_ID }}
        aria-label={`Your account: ${viewer.email}`}
        className="icon-button user-menu-button"
      >
        <span aria-hidden className="grid size-8 place-items-center rounded-full bg-raised text-sm font-semibold">
          <Personal of="initial">{initialOf(viewer)}</Personal>
        </span>
      </button>
      <div
        id={MENU_ID}
        {...{ popover: 'auto' }}
        className="fixed inset-auto top-15 right-[clamp(1rem,4vw,4rem)] m-0 w-64 rounded-2xl border border-line bg-raised p-2 text-text open:animate-appear"
      >
        <p className="border-b border-line px-4 pt-2 pb-3 text-sm">
          <span className="block truncate font-semibold">{viewer.fullName || 'Signed in'}</span>
          <span className="block truncate text-muted">{viewer.email}</span>
        </p>
        <div className="pt-2">
          {viewer.role === 'partner' && (
            <Link to={paths.dashboard()} onClick={close} className={item}>
              Partner dashboard
            </Link>
          )}
          <Link to={paths.wishlist()} onClick={close} className={item}>
            Wishlist
          </Link>
          <Link to={paths.orders()} onClick={close} className={item}>
            Orders
          </Link>
          <Link to={paths.settings()} onClick={close} className={item}>
            Settings
          </Link>
          <Form method="post" action={paths.logout()} onSubmit={close}>
            <button type="submit" className={item}>
              Sign Out
            </button>
          </Form>
        </div>
      </div>
    </div>
  )
}
