import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { REMOVED_DAYS } from './kept-wish.ts'

const EVENT_DAYS = 90

/**
 * Deletes removed items after 30 days, and events after 90 days. Runs nightly.
 * @returns the number of deleted rows
 */
export async function forgetWishes(db: Db, now = new Date()): Promise<number> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const removed = await db.removedWish.deleteMany({ where: { removedAt: { lt: daysAgo(REMOVED_DAYS) } } })
  const events = await db.wishlistEvent.deleteMany({ where: { happenedAt: { lt: daysAgo(EVENT_DAYS) } } })
  return removed.count + events.count
}
