import type { RouterOutputs } from '#app/lib/api-types.ts'

export type Site = RouterOutputs['admin']['site']
export type SiteState = Site['state']

export const STATE_NAMES: Record<SiteState, string> = { live: 'Live', coming_soon: 'Coming soon', maintenance: 'Maintenance' }

/** What to say of a change; null for none. */
export function changeTitle(before: SiteState, after: SiteState): string | null {
  if (before === after) return null
  if (after === 'maintenance') return 'Maintenance mode enabled'
  return before === 'maintenance' ? 'Maintenance mode disabled' : `The site is ${after === 'live' ? 'live' : 'coming soon'}`
}

/** What the root tells administrators of the site. */
export interface AdminView {
  site: Site
  disks: RouterOutputs['admin']['disks']
  isBypassOffered: boolean
  environment: 'Production' | 'Development'
}
