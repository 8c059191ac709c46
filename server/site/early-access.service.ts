import type { Db } from '#server/platform/db.ts'
import { countWaiting } from '#server/waitlist/waitlist.service.ts'
import { readSiteSettings } from './site-settings.service.ts'

/**
 * Returns when the shop opens, whether it is open, and how many people are on the waitlist (null if there are too few
 * to show).
 */
export async function readEarlyAccess(db: Db): Promise<{ launchAt: Date; isOpen: boolean; waiting: number | null }> {
  const [{ launchAt, state }, waiting] = await Promise.all([readSiteSettings(db), countWaiting(db)])
  return { launchAt, isOpen: state === 'live', waiting }
}
