import { Form, Link, NavLink, useLocation } from '@remix-run/react'
import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column'
import Store from 'lucide-react/icons/store'
import CircleHelp from 'lucide-react/icons/circle-help'
import House from 'lucide-react/icons/house'
import LogOut from 'lucide-react/icons/log-out'
import Megaphone from 'lucide-react/icons/megaphone'
import Menu from 'lucide-react/icons/menu'
import MoveLeft from 'lucide-react/icons/move-left'
import Palette from 'lucide-react/icons/palette'
import PanelLeft from 'lucide-react/icons/panel-left'
import ReceiptText from 'lucide-react/icons/receipt-text'
import Settings from 'lucide-react/icons/settings'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import Shirt from 'lucide-react/icons/shirt'
import { useEffect, useState, type ReactNode } from 'react'
import type { OwnPartner } from './own-partner.ts'
import { SmallScreenNotice } from './small-screen-notice.tsx'
import { HomeMark } from '#app/components/home-mark.tsx'
import { SkipLink } from '#app/components/skip-link.tsx'
import { paths } from '#app/lib/paths.ts'

/** In the order of the specification. What `also` begins an address belongs to the entry too. */
const PAGES = [
  { name: 'Home', to: paths.dashboard(), icon: House, isExact: true },
  { name: 'Analytics', to: paths.analytics(), icon: ChartNoAxesColumn },
  { name: 'WTF Promotions', to: paths.promotions(), icon: Megaphone },
  { name: 'Connect Store', to: paths.connectStore(), icon: Store },
  { name: 'Sales', to: paths.sales(), icon: ShoppingBag },
  { name: 'Invoices', to: paths.invoices(), icon: ReceiptText },
  { name: 'Products', to: paths.ownProducts(), icon: Shirt, also: paths.activity() },
  { name: 'Store Customization', to: paths.storefront(), icon: Palette },
  { name: 'Settings', to: paths.storeSettings(), icon: Settings, also: paths.team() },
  { name: 'Help', to: paths.help(), icon: CircleHelp },
] as const satisfies ReadonlyArray<{ name: string; to: string; icon: typeof House; isExact?: true; also?: string }>

const entry =
  'flex h-10 w-full items-center gap-3 rounded-md px-3 text-sm text-muted transition-colors hover:bg-surface hover:text-text aria-[current]:bg-surface aria-[current]:text-text max-md:h-11'
const ROLE_NAMES = { owner: 'Brand Partner', editor: 'Brand Partner, editor', viewer: 'Brand Partner, viewer' } as const

/** The frame of every page of a partner's dashboard: a sidebar that folds to its icons, on phones a menu above the page. */
export function DashboardFrame({ partner, children }: { partner: OwnPartner; children: ReactNode }) {
  const { businessName, role, display } = partner
  const [isFolded, fold] = useFolding(display.isFolded)
  const isLight = display.theme === 'light'
  useThemeOfRoot(isLight)
  const word = isFolded ? 'md:sr-only' : 'truncate'
  return (
    <div className={`flex min-h-dvh flex-col md:flex-row ${isLight ? 'light-theme' : ''}`}>
      <SkipLink />
      <aside
        className={`flex shrink-0 flex-col border-line px-3 max-md:border-b md:sticky md:top-0 md:h-dvh md:overflow-y-auto md:border-r md:py-4 ${isFolded ? 'md:w-16 md:px-2' : 'md:w-58'}`}
      >
        <div className="flex items-center justify-between md:mb-4">
          <HomeMark className={isFolded ? 'px-3 md:hidden' : 'px-3'} />
          <button
            type="button"
            onClick={() => fold(!isFolded)}
            aria-expanded={!isFolded}
            aria-controls="dashboard-entries"
            aria-label="Sidebar with names"
            className={`icon-button needs-script text-muted hover:text-text max-md:hidden ${isFolded ? 'mx-auto' : ''}`}
          >
            <PanelLeft aria-hidden size={18} strokeWidth={1.6} />
          </button>
        </div>
        <CompactMenu>
          <nav id="dashboard-entries" aria-label="Dashboard" className="flex flex-col gap-1">
            {PAGES.map((page) => (
              <Entry key={page.to} {...page} word={word} isFolded={isFolded} />
            ))}
          </nav>
          <div className="flex flex-col gap-1 max-md:mt-2 max-md:border-t max-md:border-line max-md:pt-2 md:mt-auto md:pt-4">
            <Link to={paths.home()} className={entry} title={isFolded ? 'Back to WTF' : undefined}>
              <MoveLeft aria-hidden size={18} strokeWidth={1.6} className="shrink-0" />
              <span className={word}>Back to WTF</span>
            </Link>
            <Form method="post" action={paths.logout()}>
              <button type="submit" className={entry} title={isFolded ? 'Sign out' : undefined}>
                <LogOut aria-hidden size={18} strokeWidth={1.6} className="shrink-0" />
                <span className={word}>Sign out</span>
              </button>
            </Form>
            <p className={`mt-3 border-t border-line px-3 pt-4 text-sm max-md:pb-3 ${isFolded ? 'md:sr-only' : ''}`}>
              <span className="block truncate font-medium">{businessName || 'Brand Name'}</span>
              <span className="block text-xs text-muted">{ROLE_NAMES[role]}</span>
            </p>
          </div>
        </CompactMenu>
      </aside>
      <main id="content" className="min-w-0 grow px-[clamp(1rem,3.5vw,3rem)] pt-6 pb-20 md:pt-8">
        <div className="mx-auto max-w-360">
          <Notes partner={partner} />
          {children}
        </div>
      </main>
      <SmallScreenNotice />
    </div>
  )
}

function Entry({
  name,
  to,
  icon: Icon,
  isExact = false,
  also,
  word,
  isFolded,
}: {
  name: string
  to: string
  icon: typeof House
  isExact?: boolean
  also?: string
  word: string
  isFolded: boolean
}) {
  const { pathname } = useLocation()
  const isAlso = also !== undefined && pathname.startsWith(also)
  return (
    <NavLink
      to={to}
      end={isExact}
      prefetch="intent"
      aria-current={isAlso ? 'true' : undefined}
      className={`${entry} ${isAlso ? 'bg-surface text-text' : ''}`}
      title={isFolded ? name : undefined}
    >
      <Icon aria-hidden size={18} strokeWidth={1.6} className="shrink-0" />
      <span className={word}>{name}</span>
    </NavLink>
  )
}

/** On phones a menu that closes with the next page; on wider screens what is in it, as it is. */
function CompactMenu({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const isOpen = openAt === pathname
  return (
    <>
      <button
        type="button"
        onClick={() => setOpenAt(isOpen ? null : pathname)}
        aria-expanded={isOpen}
        className={`${entry} needs-script md:hidden`}
      >
        <Menu aria-hidden size={18} strokeWidth={1.6} /> Menu
      </button>
      <div className={`flex-col pb-2 md:flex md:min-h-0 md:grow md:pb-0 ${isOpen ? 'flex' : 'hidden no-script-menu'}`}>
        {children}
      </div>
    </>
  )
}

/** What whoever works here has to know on every page. */
function Notes({ partner: { role, isPaused, pausedUntil } }: { partner: OwnPartner }) {
  return (
    <>
      {role === 'viewer' && (
        <p className="notice mb-6 text-sm">Viewer: you can look. The owner can make you an editor.</p>
      )}
      {isPaused && (
        <p className="notice mb-6 text-sm" role="status">
          Your store is paused{pausedUntil && ` until ${pausedUntil.toISOString().slice(0, 16).replace('T', ', ')} UTC`}
          : nothing of it is listed, and nobody is sent to your site.{' '}
          <Link to={paths.storeSettings('store')} className="link">
            Store Settings
          </Link>
        </p>
      )}
    </>
  )
}

/** Folds at once and tells the server, so that the next page comes folded. */
function useFolding(saved: boolean): [boolean, (isFolded: boolean) => void] {
  const [isFolded, setFolded] = useState(saved)
  const fold = (isNow: boolean) => {
    setFolded(isNow)
    void import('#app/lib/trpc-client.ts')
      .then(({ client }) => client.partnerSettings.fold.mutate({ isFolded: isNow }))
      // It is folded here all the same; only the next visit does not know.
      .catch(() => undefined)
  }
  return [isFolded, fold]
}

/** Dialogs and toasts stand outside the frame. */
function useThemeOfRoot(isLight: boolean): void {
  useEffect(() => {
    document.documentElement.classList.toggle('light-theme', isLight)
    return () => document.documentElement.classList.remove('light-theme')
  }, [isLight])
}
