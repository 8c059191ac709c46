import { Link } from '#app/components/link.tsx'
import Download from 'lucide-react/icons/download'
import Languages from 'lucide-react/icons/languages'
import Package from 'lucide-react/icons/package'
import Search from 'lucide-react/icons/search'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { MouseEvent, ReactNode } from 'react'
import { Tooltip } from '#app/components/tooltip.tsx'
import { isAdminPanelOpen } from '#app/parts/admin/admin-panel-state.ts'
import { installOffer } from '#app/parts/install/install-offer.ts'
import { paths } from '#app/lib/paths.ts'
import { TO_SEARCH } from '#app/parts/search-box/use-search-focus.ts'
import { useSession } from '#app/parts/session/use-session.ts'

const ORDERS_TIP = 'orders-tip'

/** Shown on wide screens only; phones have the links in the menu and the bottom bar. */
export function HeaderIcons({ children }: { children: ReactNode }) {
  const session = useSession()
  const offer = installOffer.use()
  return (
    <div className="hidden items-center md:flex">
      {offer && (
        <Tooltip text="Install App">
          <button
            type="button"
            onClick={() => void offer.install()}
            aria-label="Install App"
            className="icon-button header-icon"
          >
            <Download aria-hidden size={20} strokeWidth={1.6} />
          </button>
        </Tooltip>
      )}
      <Tooltip text="Search">
        <Link to={paths.discover()} state={TO_SEARCH} aria-label="Search" className="icon-button header-icon">
          <Search aria-hidden size={20} strokeWidth={1.6} />
        </Link>
      </Tooltip>
      {children}
      {session?.viewer.role === 'admin' && (
        <Tooltip text="Admin Panel">
          <Link
            to={paths.admin()}
            onClick={openAdminPanel}
            aria-label="Admin Panel"
            className="icon-button header-icon"
          >
            <ShieldCheck aria-hidden size={20} strokeWidth={1.6} />
          </Link>
        </Tooltip>
      )}
      {session && (
        <Tooltip text="Language">
          <Link to={paths.settings('preferences')} aria-label="Language" className="icon-button header-icon">
            <Languages aria-hidden size={20} strokeWidth={1.6} />
          </Link>
        </Tooltip>
      )}
      <Tooltip text="Coming Soon" id={ORDERS_TIP}>
        <Link to={paths.orders()} aria-label="Orders" aria-describedby={ORDERS_TIP} className="icon-button header-icon">
          <Package aria-hidden size={20} strokeWidth={1.6} />
        </Link>
      </Tooltip>
    </div>
  )
}

/** Opens the admin panel. Without JavaScript, the link leads to the admin pages. */
export function openAdminPanel(event: MouseEvent): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  isAdminPanelOpen.set(true)
}
