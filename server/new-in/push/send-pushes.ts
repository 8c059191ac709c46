import type { Db } from '#server/platform/db.ts'
import { readSiteSettings } from '#server/site/site-settings.service.ts'
import { deliverPushes, type PushSite } from './deliver-pushes.ts'
import { writePushes } from './write-pushes.ts'

/**
 * Tells devices what saved searches and followed brands have found: writes what is new, and sends what waits, also from
 * earlier runs. Nothing is told while the site is closed.
 * @returns how many notifications push services have taken
 * @throws at the end, if one could not be written; at once, if the database is away
 */
export async function sendPushes(db: Db, site: PushSite, now: Date, signal?: AbortSignal): Promise<number> {
  const { state } = await readSiteSettings(db)
  if (state !== 'live') return 0
  try {
    await writePushes(db, now, signal)
  } catch (error) {
    // Those that were written are sent all the same.
    await deliverPushes(db, site, now, signal)
    throw error
  }
  return deliverPushes(db, site, now, signal)
}
