import { useLocation } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Menu from 'lucide-react/icons/menu'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState, type FocusEvent } from 'react'
import { useDepartments } from './departments.tsx'
import { openAdminPanel } from './header-icons.tsx'
import { ListSkeleton, MenuFailed } from './menu-states.tsx'
import { useBackLayer } from '#app/lib/back-stack.ts'
import { closePopover } from '#app/lib/close-popover.ts'
import { useRootMark } from '#app/lib/root-mark.ts'
import { useSignInLinks } from './sign-in-links.tsx'
import { installOffer } from '#app/parts/install/install-offer.ts'
import { paths } from '#app/lib/paths.ts'
import { TO_SEARCH } from '#app/parts/search-box/use-search-focus.ts'
import { useEvent } from '#app/lib/use-event.ts'
import { usePart } from '#app/lib/use-part.ts'
import { useSession } from '#app/parts/session/use-session.ts'

const MENU_ID = 'site-menu'
const loadDrill = () => import('./category-drill.tsx').then(({ CategoryDrill }) => CategoryDrill)
const close = () => closePopover(MENU_ID)

/**
 * The top navigation on phones: a sheet over the page. It is a popover, so it opens without JavaScript. The browser's
 * Back goes up a level, and finally closes it.
 */
export function MobileMenu() {
  const { key } = useLocation()
  const session = useSession()
  const offer = installOffer.use()
  const departments = useDepartments()
  const { signIn, signUp } = useSignInLinks(close)
  /**
   * The page that the menu was opened on. The menu closes on the next page, where its layers must not get history
   * entries.
   */
  const [openOn, setOpenOn] = useState<string | null>(null)
  const isOpen = openOn === key
  const [isDrilling, setDrilling] = useState(false)
  /** The slug of the open category. */
  const [category, setCategory] = useState<string | null>(null)
  useBackLayer(isOpen, close)
  useRootMark('covered', isOpen)
  useBackLayer(isOpen && isDrilling, () => setDrilling(false))
  useBackLayer(isOpen && category !== null, () => setCategory(null))
  const sheet = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const { Part, hasFailed, retry } = usePart(loadDrill, isDrilling)
  useEffect(close, [key])
  const onToggle = useEvent(() => {
    const isShown = sheet.current?.matches(':popover-open') ?? false
    setOpenOn(isShown ? key : null)
    if (isShown) return
    setDrilling(false)
    setCategory(null)
  })
  useEffect(() => {
    const element = sheet.current
    // The menu may have been opened before hydration.
    onToggle()
    element?.addEventListener('toggle', onToggle)
    return () => element?.removeEventListener('toggle', onToggle)
  }, [onToggle])
  const wasDrilling = useRef(false)
  useEffect(() => {
    if (wasDrilling.current && isOpen && !isDrilling) opener.current?.focus()
    wasDrilling.current = isDrilling
  }, [isDrilling, isOpen])
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // The page behind is covered, so the focus must not move there.
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) close()
  }
  return (
    <>
      <button type="button" {...{ popovertarget: MENU_ID }} aria-label="Menu" className="icon-button -mr-2 md:hidden">
        <Menu aria-hidden size={24} strokeWidth={1.6} />
      </button>
      <div ref={sheet} id={MENU_ID} {...{ popover: 'auto' }} onBlur={onBlur} className="site-menu">
        <div className="page flex h-(--header) shrink-0 items-center justify-between border-b border-line/60">
          <Link to={paths.home()} onClick={close} aria-label="WTF, home" className="home-mark">
            WTF<i>.</i>
          </Link>
          <button
            type="button"
            {...{ popovertarget: MENU_ID, popovertargetaction: 'hide' }}
            aria-label="Close menu"
            className="icon-button -mr-2"
          >
            <X aria-hidden size={24} strokeWidth={1.6} />
          </button>
        </div>
        {isDrilling ? (
          <div className="page site-menu-body">
            {hasFailed ? (
              <MenuFailed onRetry={retry} />
            ) : Part ? (
              <Part
                open={category}
                onOpen={setCategory}
                onBack={() => (category === null ? setDrilling(false) : setCategory(null))}
              />
            ) : (
              <ListSkeleton />
            )}
          </div>
        ) : (
          <nav aria-label="Menu" className="page site-menu-body">
            <ul aria-label="Departments" className="menu-departments">
              {departments.map(({ label, to, isCurrent }) => (
                <li key={label}>
                  <Link to={to} onClick={close} aria-current={isCurrent ? 'page' : undefined} className="menu-line">
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
            <ul className="mt-4 border-t border-line pt-3">
              <li>
                <Link to={paths.home()} onClick={close} className="menu-word">
                  Home
                </Link>
              </li>
              <li className="flex items-center justify-between gap-4">
                <Link to={paths.allProducts()} onClick={close} className="menu-word grow">
                  Discover
                </Link>
                <button
                  ref={opener}
                  type="button"
                  onClick={() => setDrilling(true)}
                  className="needs-script inline-flex min-h-12 items-center gap-1 text-sm text-muted"
                >
                  By category <ChevronRight aria-hidden size={18} className="text-accent" />
                </button>
              </li>
              <li>
                <Link to={paths.wishlist()} onClick={close} className="menu-word">
                  Wishlist
                </Link>
              </li>
              <li>
                <Link to={paths.about()} onClick={close} className="menu-word">
                  About
                </Link>
              </li>
            </ul>
            <ul className="mt-6 border-t border-line pt-4">
              <li>
                <Link to={paths.discover()} state={TO_SEARCH} onClick={close} className="menu-line">
                  Search
                </Link>
              </li>
              <li>
                <Link to={paths.orders()} onClick={close} className="menu-line">
                  Orders <span className="text-sm text-muted">Coming Soon</span>
                </Link>
              </li>
              {session?.viewer.role === 'partner' && (
                <li>
                  <a href={paths.dashboard()} target="_blank" rel="noreferrer" onClick={close} className="menu-line">
                    Dashboard
                  </a>
                </li>
              )}
              {session?.viewer.role === 'admin' && (
                <li>
                  <Link
                    to={paths.admin()}
                    onClick={(event) => {
                      close()
                      openAdminPanel(event)
                    }}
                    className="menu-line"
                  >
                    Admin Panel
                  </Link>
                </li>
              )}
              {offer && (
                <li>
                  <button
                    type="button"
                    onClick={() => {
                      close()
                      void offer.install()
                    }}
                    className="menu-line"
                  >
                    Install App
                  </button>
                </li>
              )}
            </ul>
            {!session && (
              <div className="mt-auto grid grid-cols-2 gap-3 pt-8">
                {signIn('button button-quiet')}
                {signUp('button button-accent')}
              </div>
            )}
          </nav>
        )}
      </div>
    </>
  )
}
