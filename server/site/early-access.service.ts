import type { Db } from '#server/platform/db.ts'
import { countWaitlist } from '#server/waitlist/waitlist.service.ts'
import { getSiteSettings } from './site-settings.service.ts'

/** Returns the launch date, whether the shop is open, and the waitlist's size if it is large enough to show. */
export async function getEarlyAccess(db: Db): Promise<{ launchAt: Date; isOpen: boolean; waiting: number | null }> {
  const [{ launchAt, state }, waiting] = await Promise.all([getSiteSettings(db), countWaitlist(db)])
  return { launchAt, isOpen: state === 'live', waiting }
}
