import { Link } from '@remix-run/react'
import { Download, Languages, Package, Search, ShieldCheck } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Tooltip } from '#app/components/tooltip.tsx'
import { adminPanel } from '#app/lib/admin-panel.ts'
import { installOffer } from '#app/lib/install.ts'
import { paths } from '#app/lib/paths.ts'
import { TO_SEARCH } from '#app/lib/search-focus.ts'
import { useSession } from '#app/lib/use-session.ts'

const ORDERS_TIP = 'orders-tip'

/** On wide screens; phones have them in the menu and in the bottom bar. */
export function HeaderIcons({ children }: { children: ReactNode }) {
  const session = useSession()
  const offer = installOffer.use()
  return (
    <div className="hidden items-center md:flex">
      {offer && (
        <Tooltip text="Install App">
          <button type="button" onClick={() => void offer.install()} aria-label="Install App" className="icon-button header-icon"><Download aria-hidden size={20} strokeWidth={1.6} /></button>
        </Tooltip>
      )}
      <Tooltip text="Search">
        <Link to={paths.discover()} state={TO_SEARCH} aria-label="Search" className="icon-button header-icon"><Search aria-hidden size={20} strokeWidth={1.6} /></Link>
      </Tooltip>
      {children}
      {session?.viewer.role === 'admin' && (
        <Tooltip text="Admin Panel">
          <Link to={paths.admin()} onClick={openAdminPanel} aria-label="Admin Panel" className="icon-button header-icon"><ShieldCheck aria-hidden size={20} strokeWidth={1.6} /></Link>
        </Tooltip>
      )}
      {session && (
        <Tooltip text="Language">
          <Link to={paths.settings('preferences')} aria-label="Language" className="icon-button header-icon"><Languages aria-hidden size={20} strokeWidth={1.6} /></Link>
        </Tooltip>
      )}
      <Tooltip text="Coming Soon" id={ORDERS_TIP}>
        <Link to={paths.orders()} aria-label="Orders" aria-describedby={ORDERS_TIP} className="icon-button header-icon"><Package aria-hidden size={20} strokeWidth={1.6} /></Link>
      </Tooltip>
    </div>
  )
}

/** Without JavaScript it is a link to the admin's pages. */
export function openAdminPanel(event: MouseEvent): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  adminPanel.set(true)
}
