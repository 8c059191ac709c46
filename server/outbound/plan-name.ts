import type { Db } from '#server/platform/db.ts'
import { partitionMonth } from './partitions.ts'

/** After this many, PostgreSQL has analyzed the partition. */
const MAX_DOUBLINGS = 20
/** The clicks that this process has written in a month. */
const written = new WeakMap<Db, { month: string; clicks: number }>()

function writtenIn(db: Db, month: string): { month: string; clicks: number } {
  const known = written.get(db)
  if (known?.month === month) return known
  const none = { month, clicks: 0 }
  written.set(db, none)
  return none
}

/**
 * Returns a new name each time this process's clicks of a month (UTC) have doubled, so that PostgreSQL plans the
 * statement again. A plan from before a partition had statistics searches the day's clicks for each click.
 */
export function planName(db: Db, now: Date): string {
  const { month, clicks } = writtenIn(db, partitionMonth(now))
  return `write clicks ${month} ${Math.min(Math.ceil(Math.log2(clicks + 1)), MAX_DOUBLINGS)}`
}

/** Records written clicks for the next `planName`. */
export function countWritten(db: Db, now: Date, clicks: number): void {
  writtenIn(db, partitionMonth(now)).clicks += clicks
}
