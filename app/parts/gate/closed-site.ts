import { isRouteErrorResponse } from '@remix-run/react'

/** The error that the root throws while the site is closed to this visitor. */
export interface ClosedSite {
  closed: 'coming_soon' | 'maintenance'
  launchAt: Date
}

/** Parses a page's error; null if the site is open. */
export function parseClosedSite(error: unknown): ClosedSite | null {
  if (!isRouteErrorResponse(error) || error.status !== 503) return null
  const site = error.data as Partial<ClosedSite> | null
  return site && typeof site === 'object' && site.closed && site.launchAt
    ? { closed: site.closed, launchAt: new Date(site.launchAt) }
    : null
}
