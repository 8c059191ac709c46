import { NavLink, useLocation, useSearchParams } from '@remix-run/react'
import { useEffect, type ReactNode } from 'react'
import { dashboardPaths, type StoreSettingsTab } from '#app/lib/dashboard-paths.ts'
import { toast } from '#app/lib/toast.ts'

const TABS: ReadonlyArray<{ to: string; label: string }> = [
  { to: dashboardPaths.storeSettings('profile'), label: 'Profile' },
  { to: dashboardPaths.storeSettings('store'), label: 'Store Settings' },
  { to: dashboardPaths.team(), label: 'Team' },
  { to: dashboardPaths.storeSettings('notifications'), label: 'Notifications' },
  { to: dashboardPaths.storeSettings('security'), label: 'Security' },
  { to: dashboardPaths.storeSettings('billing'), label: 'Billing & Plans' },
  { to: dashboardPaths.storeSettings('usage'), label: 'Usage and limits' },
  { to: dashboardPaths.storeSettings('integrations'), label: 'Integrations' },
  { to: dashboardPaths.storeSettings('export'), label: 'Export' },
  { to: dashboardPaths.storeSettings('display'), label: 'Display' },
]

/** The success messages by the key in the URL. */
const SAVED = {
  profile: 'Profile updated successfully',
  currency: 'Currency changed',
  policies: 'Policies saved',
  tracking: 'Tracking saved',
  billing: 'Billing details saved. We will use them on future invoices.',
  paused: 'Your store is paused, or will be at the time you chose',
  resumed: 'Your store is open',
  password: 'Password saved. You are signed out everywhere else.',
  revoked: 'Device signed out',
  invited: 'Invitation sent',
  resent: 'Invitation sent again',
  'invitation-revoked': 'Invitation revoked',
  role: 'Role changed',
  removed: 'Removed from the team and signed out everywhere',
  'handed-over': 'Store transferred. You are now an editor.',
} as const
export type StoreSaved = keyof typeof SAVED

/** Returns the URL to go to after a settings form was accepted. */
export const savedSettingsPath = (tab: StoreSettingsTab, saved: StoreSaved): string =>
  dashboardPaths.storeSettings(tab, { saved })
export const savedTeamPath = (saved: StoreSaved): string => dashboardPaths.team({ saved })

/** The layout of the store settings: a tab for each page, and the last success message. */
export function SettingsFrame({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  const said = useSavedToast()
  return (
    <>
      <p className="eyebrow">Settings</p>
      <nav aria-label="Settings" className="mt-3 mb-8 border-b border-line">
        <ul className="flex flex-wrap gap-x-6">
          {TABS.map(({ to, label }) => (
            <li key={to}>
              <NavLink
                to={to}
                end
                prefetch="intent"
                className="-mb-px inline-flex min-h-11 items-center border-b-2 border-transparent text-sm whitespace-nowrap text-muted hover:text-text aria-[current]:border-accent aria-[current]:text-text"
              >
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      {said && <p className="notice no-script-only text-sm">{said}</p>}
      <h1 className="text-(length:--text-section) leading-none">{title}</h1>
      <p className="mt-3 mb-8 max-w-[64ch] text-sm text-muted">{lead}</p>
      <div className="max-w-4xl">{children}</div>
    </>
  )
}

function useSavedToast(): string | undefined {
  const [params] = useSearchParams()
  const { key } = useLocation()
  const saved = params.get('saved') ?? ''
  const said = Object.hasOwn(SAVED, saved) ? SAVED[saved as StoreSaved] : undefined
  useEffect(() => {
    if (!said) return
    toast.set({ title: said, tone: 'plain' })
    // Removes the message from the URL, so that a reload does not show it again.
    const url = new URL(window.location.href)
    url.searchParams.delete('saved')
    window.history.replaceState(window.history.state, '', url)
  }, [said, key])
  return said
}
