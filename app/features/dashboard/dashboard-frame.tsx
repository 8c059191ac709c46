import { Link } from '#app/components/link.tsx'
import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column'
import Store from 'lucide-react/icons/store'
import CircleHelp from 'lucide-react/icons/circle-help'
import House from 'lucide-react/icons/house'
import Megaphone from 'lucide-react/icons/megaphone'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import Palette from 'lucide-react/icons/palette'
import ReceiptText from 'lucide-react/icons/receipt-text'
import Settings from 'lucide-react/icons/settings'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import Shirt from 'lucide-react/icons/shirt'
import { useState, type ReactNode } from 'react'
import { LimitNotice } from './limit-notice.tsx'
import type { OwnPartner } from './own-partner.ts'
import { pauseTime } from './pause-time.ts'
import { SmallScreenNotice } from './small-screen-notice.tsx'
import { SideFrame, type SideEntry } from '#app/components/side-frame.tsx'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { paths } from '#app/lib/paths.ts'

/** The pages in the order of the specification. */
const PAGES: readonly SideEntry[] = [
  { name: 'Home', to: paths.dashboard(), icon: House, isExact: true },
  { name: 'Analytics', to: dashboardPaths.analytics(), icon: ChartNoAxesColumn },
  { name: 'WTF Promotions', to: dashboardPaths.promotions(), icon: Megaphone },
  { name: 'Connect Store', to: dashboardPaths.connectStore(), icon: Store },
  { name: 'Sales', to: dashboardPaths.sales(), icon: ShoppingBag },
  { name: 'Invoices', to: dashboardPaths.invoices(), icon: ReceiptText },
  { name: 'Products', to: dashboardPaths.ownProducts(), icon: Shirt, also: dashboardPaths.activity() },
  { name: 'Customer Feedback', to: dashboardPaths.customerFeedback(), icon: MessageSquareText },
  { name: 'Store Customization', to: dashboardPaths.storefront(), icon: Palette },
  { name: 'Settings', to: dashboardPaths.storeSettings(), icon: Settings, also: dashboardPaths.team() },
  { name: 'Help', to: dashboardPaths.help(), icon: CircleHelp },
]

const ROLE_NAMES = { owner: 'Brand Partner', editor: 'Brand Partner, editor', viewer: 'Brand Partner, viewer' } as const

/** The layout of a partner's dashboard. */
export function DashboardFrame({ partner, children }: { partner: OwnPartner; children: ReactNode }) {
  const { businessName, role, display } = partner
  const [isFolded, fold] = useFolding(display.isFolded)
  return (
    <>
      <SideFrame
        label="Dashboard"
        groups={[{ entries: PAGES }]}
        isFolded={isFolded}
        onFold={fold}
        who={{ name: businessName || 'Brand Name', role: ROLE_NAMES[role] }}
      >
        <Notes partner={partner} />
        {children}
      </SideFrame>
      <SmallScreenNotice />
    </>
  )
}

/** Notes about the store that appear on every page. */
function Notes({ partner }: { partner: OwnPartner }) {
  const { role, isPaused, pausedUntil, timeZone } = partner
  return (
    <>
      {role === 'viewer' && (
        <p className="notice mb-6 text-sm">You have view-only access. The owner can make you an editor.</p>
      )}
      <LimitNotice {...partner} />
      {isPaused && (
        <p className="notice mb-6 text-sm" role="status">
          Your store is paused{pausedUntil && ` until ${pauseTime(pausedUntil, timeZone)}`}. Shoppers cannot see it or
          reach your website from WTF.{' '}
          <Link to={dashboardPaths.storeSettings('store')} className="link">
            Store Settings
          </Link>
        </p>
      )}
    </>
  )
}

/** Collapses the menu at once and saves the choice for the next visit. */
function useFolding(saved: boolean): [boolean, (isFolded: boolean) => void] {
  const [isFolded, setFolded] = useState(saved)
  const fold = (isNow: boolean) => {
    setFolded(isNow)
    void import('#app/lib/trpc-client.ts')
      .then(({ client }) => client.partnerSettings.fold.mutate({ isFolded: isNow }))
      // The menu stays collapsed on this page. If saving fails, only the next visit is affected.
      .catch(() => undefined)
  }
  return [isFolded, fold]
}
