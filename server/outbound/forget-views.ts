import type { Db } from '#server/platform/db.ts'

const VIEW_YEARS = 2

/** Deletes views of products that are older than two years. Runs nightly. @returns how many were deleted */
export async function forgetViews(db: Db, now = new Date()): Promise<number> {
  const before = new Date(now)
  before.setUTCFullYear(before.getUTCFullYear() - VIEW_YEARS)
  const { count } = await db.productView.deleteMany({ where: { viewedAt: { lt: before } } })
  return count
}
