import type { Queues } from './queues/queues.ts'
import type { RouterOutputs } from '#app/lib/api-types.ts'

export type Site = RouterOutputs['admin']['site']
export type SiteState = Site['state']

export const STATE_NAMES: Record<SiteState, string> = {
  live: 'Live',
  coming_soon: 'Coming soon',
  maintenance: 'Maintenance',
}

/** Returns the message about a change, or null if nothing changed. */
export function changeTitle(before: SiteState, after: SiteState): string | null {
  if (before === after) return null
  if (after === 'maintenance') return 'Maintenance mode enabled'
  return before === 'maintenance'
    ? 'Maintenance mode disabled'
    : `The site is ${after === 'live' ? 'live' : 'coming soon'}`
}

/** The data of the site page. */
export interface SiteView {
  site: Site
  disks: RouterOutputs['admin']['disks']
  isBypassOffered: boolean
  environment: 'Production' | 'Development'
}

/** The root loader's data for administrators. */
export interface AdminView extends SiteView {
  waiting: Queues
}
