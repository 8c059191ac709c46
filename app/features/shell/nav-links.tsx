import { NavLink } from '@remix-run/react'
import { DiscoverMenu } from './discover-menu.tsx'
import { paths } from '#app/lib/paths.ts'

const link = ({ isActive }: { isActive: boolean }) => `nav-link ${isActive ? 'is-active' : ''}`

export function NavLinks() {
  return (
    <nav aria-label="Main" className="hidden h-full items-center gap-3 md:flex lg:gap-6">
      <NavLink to={paths.home()} end className={link}>
        Home
      </NavLink>
      <DiscoverMenu className={link} />
      <NavLink to={paths.wishlist()} end className={link}>
        Wishlist
      </NavLink>
      <NavLink to={paths.about()} className={link}>
        About
      </NavLink>
    </nav>
  )
}
