import { Link, useLocation } from '@remix-run/react'
import { Compass, Heart, House, LogIn, Search, UserRound, type LucideIcon } from 'lucide-react'
import { activeTab, type Tab } from './active-tab.ts'
import { paths } from '#app/lib/paths.ts'
import { badgeText, useSavedCount } from '#app/lib/saved-count.ts'
import { TO_SEARCH } from '#app/lib/search-focus.ts'
import { useSession } from '#app/lib/use-session.ts'

/** Under the thumb on small screens; everything that it covers is reachable by scrolling (shell.css). */
export function BottomBar() {
  const { pathname, search } = useLocation()
  const session = useSession()
  const active = activeTab(pathname, search)
  const badge = badgeText(useSavedCount())
  const tabs: Array<{ tab: Tab; label: string; to: string; Icon: LucideIcon }> = [
    { tab: 'home', label: 'Home', to: paths.home(), Icon: House },
    { tab: 'discover', label: 'Discover', to: paths.allProducts(), Icon: Compass },
    { tab: 'search', label: 'Search', to: paths.discover(), Icon: Search },
    { tab: 'wishlist', label: 'Wishlist', to: paths.wishlist(), Icon: Heart },
    session ? { tab: 'account', label: 'Account', to: paths.settings(), Icon: UserRound } : { tab: 'login', label: 'Login', to: paths.login(), Icon: LogIn },
  ]
  return (
    <nav aria-label="Bottom bar" className="bottom-bar">
      <ul>
        {tabs.map(({ tab, label, to, Icon }) => (
          <li key={tab}>
            <Link to={to} state={tab === 'search' ? TO_SEARCH : undefined} aria-current={tab === active ? 'page' : undefined} className="bottom-tab">
              <Icon aria-hidden size={22} strokeWidth={1.6} />
              {label}
              {tab === 'wishlist' && badge && <span className="bottom-badge">{badge}<span className="sr-only"> saved</span></span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
