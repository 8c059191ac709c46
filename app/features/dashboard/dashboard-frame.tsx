import { Form, Link, NavLink } from '@remix-run/react'
import House from 'lucide-react/icons/house'
import LogOut from 'lucide-react/icons/log-out'
import MoveLeft from 'lucide-react/icons/move-left'
import Shirt from 'lucide-react/icons/shirt'
import Store from 'lucide-react/icons/store'
import type { ReactNode } from 'react'
import { paths } from '#app/lib/paths.ts'
import { HomeMark } from '#app/components/home-mark.tsx'
import { SkipLink } from '#app/components/skip-link.tsx'

const PAGES = [
  { name: 'Home', to: paths.dashboard(), icon: House, isExact: true },
  { name: 'Connect Store', to: paths.connectStore(), icon: Store, isExact: false },
  { name: 'Products', to: paths.ownProducts(), icon: Shirt, isExact: false },
] as const

const entry =
  'flex h-10 w-full items-center gap-3 rounded-md px-3 text-sm text-muted transition-colors hover:bg-surface hover:text-text aria-[current]:bg-surface aria-[current]:text-text max-md:h-11'

/** The frame of every page of a partner's dashboard: a sidebar, which on phones is a row above the page. */
export function DashboardFrame({ businessName, children }: { businessName: string; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col md:flex-row">
      <SkipLink />
      <aside className="flex shrink-0 flex-col border-line px-3 max-md:border-b md:sticky md:top-0 md:h-dvh md:w-58 md:border-r md:py-4">
        <div className="flex items-center justify-between md:mb-6">
          <HomeMark className="px-3" />
        </div>
        <nav aria-label="Dashboard" className="flex gap-1 max-md:overflow-x-auto max-md:pb-2 md:flex-col">
          {PAGES.map(({ name, to, icon: Icon, isExact }) => (
            <NavLink key={to} to={to} end={isExact} prefetch="intent" className={`${entry} max-md:w-auto`}>
              <Icon aria-hidden size={18} strokeWidth={1.6} className="shrink-0" />
              {name}
            </NavLink>
          ))}
        </nav>
        <div className="flex gap-1 max-md:pb-2 md:mt-auto md:flex-col">
          <Link to={paths.home()} className={`${entry} max-md:w-auto`}>
            <MoveLeft aria-hidden size={18} strokeWidth={1.6} className="shrink-0" /> Back to WTF
          </Link>
          <Form method="post" action={paths.logout()}>
            <button type="submit" className={`${entry} max-md:w-auto`}>
              <LogOut aria-hidden size={18} strokeWidth={1.6} className="shrink-0" /> Sign out
            </button>
          </Form>
          <p className="mt-3 border-t border-line px-3 pt-4 text-sm max-md:hidden">
            <span className="block truncate font-medium">{businessName || 'Brand Name'}</span>
            <span className="block text-xs text-muted">Brand Partner</span>
          </p>
        </div>
      </aside>
      <main id="content" className="min-w-0 grow px-[clamp(1rem,3.5vw,3rem)] pt-6 pb-20 md:pt-8">
        <div className="mx-auto max-w-360">{children}</div>
      </main>
    </div>
  )
}
