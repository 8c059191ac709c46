import type { Db } from '#server/platform/db.ts'
import { countWaiting } from '#server/waitlist/waitlist.service.ts'
import { readSiteSettings } from './site-settings.service.ts'

/** When the shop opens, whether it is open, and how many wait for it, where there are enough to speak of; else null. */
export async function readEarlyAccess(db: Db): Promise<{ launchAt: Date; isOpen: boolean; waiting: number | null }> {
  const [{ launchAt, state }, waiting] = await Promise.all([readSiteSettings(db), countWaiting(db)])
  return { launchAt, isOpen: state === 'live', waiting }
}
