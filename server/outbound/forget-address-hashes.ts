import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'

const KEEP_DAYS = 30

/**
 * Removes the address hashes of clicks older than 30 days, and their salts. Removes those of views after a day, since
 * they only limit what an address adds per day.
 * @returns how many rows were changed.
 */
export async function forgetAddressHashes(db: Db, now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - KEEP_DAYS * DAY_MS)
  const clicks = await db.outboundClick.updateMany({
    where: { clickedAt: { lt: before }, ipHash: { not: null } },
    data: { ipHash: null },
  })
  const views = await db.productView.updateMany({
    where: { viewedAt: { lt: new Date(now.getTime() - DAY_MS) }, ipHash: { not: null } },
    data: { ipHash: null },
  })
  await db.ipSalt.deleteMany({ where: { day: { lt: before } } })
  return clicks.count + views.count
}
