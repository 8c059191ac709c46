import type { Db } from '#server/platform/db.ts'
import { countWaiting } from '#server/waitlist/waitlist.service.ts'
import { readSiteSettings } from './site-settings.service.ts'

/** Returns the launch date, whether the shop is open, and the waitlist's size if it is large enough to show. */
export async function readEarlyAccess(db: Db): Promise<{ launchAt: Date; isOpen: boolean; waiting: number | null }> {
  const [{ launchAt, state }, waiting] = await Promise.all([readSiteSettings(db), countWaiting(db)])
  return { launchAt, isOpen: state === 'live', waiting }
}
