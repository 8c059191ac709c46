import { useEffect, useRef } from 'react'
import { Departments } from './departments.tsx'
import { HeaderIcons } from './header-icons.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { NavLinks } from './nav-links.tsx'
import { useHeaderAway } from './use-header-away.ts'
import { UserMenu } from './user-menu.tsx'
import { useShownList } from '#app/parts/product-list/list-handle.ts'
import { SearchBox } from '#app/parts/search-box/search-box.tsx'
import { isWeakDevice } from '#app/lib/device.ts'
import { paths } from '#app/lib/paths.ts'
import { HomeMark } from '#app/components/home-mark.tsx'
import { SkipLink } from '#app/components/skip-link.tsx'

/** The header of every page. */
export function Header() {
  const header = useRef<HTMLElement>(null)
  useHeaderAway(header)
  // The blur behind bars is expensive, so the styles omit it on weak devices.
  useEffect(() => void document.documentElement.toggleAttribute('data-weak', isWeakDevice()), [])
  return (
    <>
      <header ref={header} className="shop-header">
        <SkipLink results={useShownList()} />
        <div className="page flex h-full items-center gap-2 lg:gap-5">
          <HomeMark className="mr-1" />
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
      <Departments />
    </>
  )
}
