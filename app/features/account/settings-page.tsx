import { NavLink, useLocation } from '@remix-run/react'
import { useEffect, useRef, type ReactNode } from 'react'
import { newInPaths } from '#app/lib/new-in-paths.ts'
import { paths } from '#app/lib/paths.ts'

const TABS = [
  { to: paths.settings('profile'), label: 'Profile' },
  { to: paths.settings('preferences'), label: 'Preferences' },
  { to: paths.settings('search'), label: 'Search Settings' },
  { to: paths.settings('notifications'), label: 'Notifications' },
  { to: paths.settings('privacy'), label: 'Privacy' },
  { to: paths.orders(), label: 'Order History' },
  { to: paths.settings('wishlist'), label: 'Wishlist' },
  { to: newInPaths.newIn(), label: 'Saved searches' },
  { to: paths.settings('reviews'), label: 'Your reviews' },
  { to: paths.settings('assistants'), label: 'Assistants' },
]

/** Tabs on the left, each with its own URL; a row on phones. */
export function SettingsPage({ email, children }: { email: string; children: ReactNode }) {
  const { pathname, key } = useLocation()
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (row.current && current)
      row.current.scrollLeft = current.offsetLeft - (row.current.clientWidth - current.clientWidth) / 2
  }, [pathname])
  useEffect(() => {
    // Removes the message from the URL, so that a reload does not show it again.
    const url = new URL(window.location.href)
    if (!url.searchParams.has('saved')) return
    url.searchParams.delete('saved')
    window.history.replaceState(window.history.state, '', url)
  }, [key])
  return (
    <main
      id="content"
      className="page grid grow content-start gap-x-[clamp(2rem,5vw,6rem)] pb-24 lg:grid-cols-[13rem_minmax(0,56rem)] lg:pt-14"
    >
      <nav
        ref={row}
        aria-label="Settings"
        className="min-w-0 max-lg:relative max-lg:-mx-[clamp(1rem,4vw,4rem)] max-lg:overflow-x-auto max-lg:border-b max-lg:border-line max-lg:px-[clamp(1rem,4vw,4rem)] max-lg:[scrollbar-width:none] lg:sticky lg:top-[calc(var(--header)+2rem)] lg:self-start"
      >
        <p className="eyebrow mb-4 max-lg:hidden">Settings</p>
        <ul className="max-lg:flex max-lg:w-max max-lg:gap-6 max-lg:pr-[clamp(1rem,4vw,4rem)]">
          {TABS.map(({ to, label }) => (
            <li key={to}>
              <NavLink to={to} end className="settings-tab">
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
        <p className="mt-6 truncate text-xs text-muted max-lg:hidden" title={email}>
          {email}
        </p>
      </nav>
      <div className="min-w-0">{children}</div>
    </main>
  )
}

/** A tab's name and purpose. */
export function TabHeading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <header className="pt-8 pb-9 lg:pt-0">
      <h1 className="text-(length:--text-title) leading-none tracking-[-0.02em]">{title}</h1>
      <p className="mt-4 max-w-[60ch] text-muted">{children}</p>
    </header>
  )
}
