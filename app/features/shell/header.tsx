import { Link, NavLink } from '@remix-run/react'
import { Search } from 'lucide-react'
import { UserMenu } from './user-menu.tsx'
import { SearchBox } from '#app/components/search/search-box.tsx'
import { paths } from '#app/lib/paths.ts'

export function Header() {
  const link = ({ isActive }: { isActive: boolean }) =>
    `inline-flex h-11 items-center border-b-2 px-1 text-sm transition-colors ${isActive ? 'border-accent text-text' : 'border-transparent text-muted hover:text-text'}`
  return (
    <header className="shop-header sticky top-0 z-40 h-(--header) border-b border-line/60 bg-ink/92 backdrop-blur-md">
      <a href="#content" className="sr-only focus:not-sr-only focus:absolute focus:top-3 focus:left-4 focus:z-50 focus:rounded-full focus:bg-accent focus:px-4 focus:py-2 focus:text-on-accent">Skip to content</a>
      <div className="page flex h-full items-center gap-2 sm:gap-6">
        <Link to={paths.home()} aria-label="WTF, home" className="inline-flex h-11 shrink-0 items-center font-display text-[1.75rem] leading-none font-bold tracking-tight">
          WTF<span className="text-accent">.</span>
        </Link>
        <nav aria-label="Main" className="flex gap-4 sm:gap-6">
          <NavLink to={paths.home()} end className={(state) => `${link(state)} max-sm:hidden`}>Home</NavLink>
          <NavLink to={paths.allProducts()} className={link}>Discover</NavLink>
          <NavLink to={paths.about()} className={link}>About</NavLink>
        </nav>
        <div className="header-search ml-auto hidden md:block">
          <SearchBox look="header" label="Search products and brands" action={paths.discover()} hasSuggestions />
        </div>
        <Link to={paths.discover()} aria-label="Search" className="icon-button ml-auto shrink-0 md:hidden"><Search aria-hidden size={20} /></Link>
        <UserMenu />
      </div>
    </header>
  )
}
