import type { Db } from '#server/platform/db.ts'
import { getSiteSettings } from '#server/site/site-settings.service.ts'
import { deliverPushes, type PushSite } from '#server/push/deliver-pushes.ts'
import { writePushes } from './write-pushes.ts'

/**
 * Sends notifications about finds of saved searches and followed brands: writes new ones, and sends waiting ones,
 * including those of earlier runs. Sends nothing while the site is closed.
 * @returns the number of accepted notifications
 * @throws at the end, if one could not be written; at once, if the database is unavailable
 */
export async function sendPushes(db: Db, site: PushSite, now: Date, signal?: AbortSignal): Promise<number> {
  const { state } = await getSiteSettings(db)
  if (state !== 'live') return 0
  try {
    await writePushes(db, now, signal)
  } catch (error) {
    // Sends the notifications that were written, even if others failed.
    await deliverPushes(db, site, now, signal)
    throw error
  }
  return deliverPushes(db, site, now, signal)
}
