import { partitionMonth } from './partitions.ts'

/** After this many, PostgreSQL has analyzed the partition. */
const MAX_DOUBLINGS = 20
const sizeOfPlan = { month: '', clicks: 0 }

/**
 * Returns a new name each time this process's clicks of a month (UTC) have doubled, so that PostgreSQL plans the
 * statement again. A plan from before a partition had statistics searches the day's clicks for each click.
 */
export function planName(now: Date, clicks: number): string {
  const month = partitionMonth(now)
  if (sizeOfPlan.month !== month) Object.assign(sizeOfPlan, { month, clicks: 0 })
  const doublings = Math.min(Math.ceil(Math.log2(sizeOfPlan.clicks + 1)), MAX_DOUBLINGS)
  sizeOfPlan.clicks += clicks
  return `write clicks ${month} ${doublings}`
}
