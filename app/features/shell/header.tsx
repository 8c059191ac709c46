import { Link } from '@remix-run/react'
import { useEffect } from 'react'
import { HeaderIcons } from './header-icons.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { NavLinks } from './nav-links.tsx'
import { UserMenu } from './user-menu.tsx'
import { SearchBox } from '#app/parts/search-box/search-box.tsx'
import { isWeakDevice } from '#app/lib/device.ts'
import { paths } from '#app/lib/paths.ts'
import { useScrolledDown } from '#app/lib/scroll-direction.ts'

/** At the top of every page. Hides on scrolling down, unless the focus or an open menu is in it (shell.css). */
export function Header() {
  const isHidden = useScrolledDown()
  // The blur behind bars is expensive, so the styles leave it out on weak devices.
  useEffect(() => void document.documentElement.toggleAttribute('data-weak', isWeakDevice()), [])
  return (
    <header className="shop-header" data-hidden={isHidden || undefined}>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:top-3 focus:left-4 focus:z-50 focus:rounded-full focus:bg-accent focus:px-4 focus:py-2 focus:text-on-accent"
      >
        Skip to content
      </a>
      <div className="page flex h-full items-center gap-2 lg:gap-5">
        <Link
          to={paths.home()}
          aria-label="WTF, home"
          className="mr-1 inline-flex h-11 shrink-0 items-center font-display text-[1.75rem] leading-none font-bold tracking-tight"
        >
          WTF<span className="text-accent">.</span>
        </Link>
        <NavLinks />
        <div className="ml-auto flex min-w-0 items-center gap-1 lg:gap-2">
          <HeaderIcons>
            <div className="header-search mr-2 hidden w-76 xl:block 2xl:w-96">
              <SearchBox look="header" label="Search products and brands" action={paths.discover()} hasSuggestions />
            </div>
          </HeaderIcons>
          <UserMenu />
          <MobileMenu />
        </div>
      </div>
    </header>
  )
}
