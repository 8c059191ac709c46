import { NavLink } from '@remix-run/react'
import { DiscoverMenu } from './discover-menu.tsx'
import { paths } from '#app/lib/paths.ts'

export function NavLinks() {
  return (
    <nav aria-label="Main" className="hidden h-full items-center gap-3 md:flex lg:gap-6">
      <NavLink to={paths.home()} end className="nav-link">
        Home
      </NavLink>
      <DiscoverMenu />
      <NavLink to={paths.wishlist()} end className="nav-link">
        Wishlist
      </NavLink>
      <NavLink to={paths.about()} className="nav-link">
        About
      </NavLink>
    </nav>
  )
}
