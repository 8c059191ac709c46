import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { REMOVED_DAYS } from './saved-searches.service.ts'

const FIND_DAYS = 60

/**
 * Deletes saved searches 30 days after their removal, and finds after 60 days. A deleted find is not found again. Runs
 * nightly.
 * @returns how many rows were deleted
 */
export async function forgetFinds(db: Db, now = new Date()): Promise<number> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const searches = await db.savedSearch.deleteMany({ where: { removedAt: { lt: daysAgo(REMOVED_DAYS) } } })
  const finds = await db.searchFind.deleteMany({ where: { foundAt: { lt: daysAgo(FIND_DAYS) } } })
  return searches.count + finds.count
}
