import type { RouterOutputs } from '#app/lib/api-types.ts'

export type Site = RouterOutputs['admin']['site']
export type SiteState = Site['state']

export const STATE_NAMES: Record<SiteState, string> = {
  live: 'Live',
  coming_soon: 'Coming soon',
  maintenance: 'Maintenance',
}

/** The message about a change; null if nothing changed. */
export function changeTitle(before: SiteState, after: SiteState): string | null {
  if (before === after) return null
  if (after === 'maintenance') return 'Maintenance mode enabled'
  return before === 'maintenance'
    ? 'Maintenance mode disabled'
    : `The site is ${after === 'live' ? 'live' : 'coming soon'}`
}

/** The site's state, as the root loader returns it to administrators. */
export interface AdminView {
  site: Site
  disks: RouterOutputs['admin']['disks']
  /** How many partners wait to be approved. */
  waitingPartners: number
  waitingPromotions: number
  waitingReviews: number
  waitingOrderFiles: number
  isBypassOffered: boolean
  environment: 'Production' | 'Development'
}
