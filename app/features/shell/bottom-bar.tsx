import { useLocation } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import Compass from 'lucide-react/icons/compass'
import Heart from 'lucide-react/icons/heart'
import House from 'lucide-react/icons/house'
import LogIn from 'lucide-react/icons/log-in'
import Search from 'lucide-react/icons/search'
import UserRound from 'lucide-react/icons/user-round'
import type { LucideIcon } from 'lucide-react'
import { activeTab } from './active-tab.ts'
import { useTypingMark } from './use-typing-mark.ts'
import { Personal } from '#app/lib/personal-mark.tsx'
import { paths } from '#app/lib/paths.ts'
import { useWishlistCount } from '#app/parts/wishlist/wishlist-count.ts'
import { useWishlistNews } from '#app/parts/wishlist/wishlist-news.ts'
import { TO_SEARCH } from '#app/parts/search-box/use-search-focus.ts'
import { useSession } from '#app/parts/session/use-session.ts'
import { badgeText, SAVED } from '#server/wishlist/badge-text.values.ts'
import type { Tab } from '#server/site/addresses.values.ts'

/** Navigation for small screens. Everything that it covers can be scrolled into view (shell.css). */
export function BottomBar() {
  useTypingMark()
  const { pathname, search } = useLocation()
  const session = useSession()
  const active = activeTab(pathname, search)
  const badge = badgeText(useWishlistCount())
  const news = useWishlistNews()
  const tabs: Array<{ tab: Tab; label: string; to: string; Icon: LucideIcon }> = [
    { tab: 'home', label: 'Home', to: paths.home(), Icon: House },
    { tab: 'discover', label: 'Discover', to: paths.allProducts(), Icon: Compass },
    { tab: 'search', label: 'Search', to: paths.discover(), Icon: Search },
    { tab: 'wishlist', label: 'Wishlist', to: paths.wishlist(), Icon: Heart },
    session
      ? { tab: 'account', label: 'Account', to: paths.settings(), Icon: UserRound }
      : { tab: 'login', label: 'Login', to: paths.login(), Icon: LogIn },
  ]
  return (
    <nav aria-label="Bottom bar" className="bottom-bar">
      <ul>
        {tabs.map(({ tab, label, to, Icon }) => (
          <li key={tab}>
            <Link
              to={to}
              state={tab === 'search' ? TO_SEARCH : undefined}
              aria-current={tab === active ? 'page' : undefined}
              className="bottom-tab"
            >
              <Icon aria-hidden size={22} strokeWidth={1.6} />
              {label}
              {tab === 'wishlist' && (
                <Personal of="new">
                  {(badge || news > 0) && (
                    <span
                      className={`absolute top-[0.35rem] left-[calc(50%+0.3rem)] min-h-[1.15rem] min-w-[1.15rem] rounded-full bg-accent px-[0.3rem] text-center text-[0.625rem] leading-[1.15rem] font-[650] text-on-accent tabular-nums ${news ? 'outline-2 outline-offset-1 outline-text' : ''}`}
                    >
                      {badge}
                      {/* This is a single text node, because the server removes SAVED from it (filled-page.ts). */}
                      <span className="sr-only">{(badge && SAVED) + (news > 0 ? `, ${news} new` : '')}</span>
                    </span>
                  )}
                </Personal>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
