import { NavLink } from '@remix-run/react'
import { DiscoverMenu } from './discover-menu.tsx'
import { Personal } from '#app/lib/personal-mark.tsx'
import { paths } from '#app/lib/paths.ts'
import { useSession } from '#app/parts/session/use-session.ts'
import { useWishlistNews } from '#app/parts/wishlist/wishlist-news.ts'

/** Marks unseen wishlist events and products found by saved searches. */
function NewsMark() {
  const news = useWishlistNews()
  if (!news) return null
  return (
    <span className="ml-1.5 inline-block size-2 rounded-full bg-accent align-middle">
      <span className="sr-only">{`, ${news} new`}</span>
    </span>
  )
}

export function NavLinks() {
  const session = useSession()
  return (
    <nav aria-label="Main" className="hidden h-full items-center gap-3 md:flex lg:gap-6">
      <NavLink to={paths.home()} end className="nav-link">
        Home
      </NavLink>
      <DiscoverMenu />
      <NavLink to={paths.wishlist()} end className="nav-link">
        Wishlist
        <Personal of="new">
          <NewsMark />
        </Personal>
      </NavLink>
      {session?.viewer.role === 'partner' && (
        <a href={paths.dashboard()} target="_blank" rel="noreferrer" className="nav-link">
          Dashboard
        </a>
      )}
      <NavLink to={paths.about()} className="nav-link">
        About
      </NavLink>
    </nav>
  )
}
