import type { Db } from '#server/platform/db.ts'

const WEEK_MS = 7 * 86_400_000
/** How many weeks /admin/analytics shows. */
export const RETENTION_WEEKS = 12
/** Weeks are kept for two years, like views. */
const KEPT_WEEKS = 104
/** 5 January 1970 was a Monday. */
const FIRST_MONDAY = 4 * 86_400_000

/** Returns the start of a moment's week: Monday, UTC. */
export const weekOf = (at: Date): Date =>
  new Date(at.getTime() - ((((at.getTime() - FIRST_MONDAY) % WEEK_MS) + WEEK_MS) % WEEK_MS))

export const weeksAfter = (week: Date, weeks: number): Date => new Date(week.getTime() + weeks * WEEK_MS)

/**
 * Counts the signed-in shoppers with product views by week, starting one week before the last counted one. Reads one
 * week of views at a time. Stores only numbers, so deleted accounts leave no trace. May run anywhere, at any time.
 */
export async function countShopperWeeks(db: Db, now: Date, signal?: AbortSignal): Promise<void> {
  const present = weekOf(now)
  const earliest = weeksAfter(present, -RETENTION_WEEKS)
  const { _max: last } = await db.shopperWeek.aggregate({ _max: { week: true } })
  const again = last.week ? weeksAfter(last.week, -1) : earliest
  for (let week = again > earliest ? again : earliest; week <= present; week = weeksAfter(week, 1)) {
    if (signal?.aborted) return
    await countWeek(db, week)
  }
  await db.shopperWeek.deleteMany({ where: { week: { lt: weeksAfter(present, -KEPT_WEEKS) } } })
}

const countWeek = (db: Db, week: Date) =>
  db.$executeRaw`
    INSERT INTO shopper_weeks (joined, week, shoppers)
    SELECT date_trunc('week', u.created_at, 'UTC')::date, ${week}::date, count(DISTINCT u.id)
    FROM product_views v JOIN users u ON u.id = v.user_id
    WHERE v.viewed_at >= ${week} AND v.viewed_at < ${weeksAfter(week, 1)} AND u.role = 'customer' AND u.created_at < ${weeksAfter(week, 1)}
    GROUP BY 1
    ON CONFLICT (joined, week) DO UPDATE SET shoppers = excluded.shoppers`
