import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from './db.ts'
import { DAY_MS } from './durations.values.ts'
import type { LOCKS } from './locks.ts'

const DAY_PATIENCE_MS = 10 * 60_000

export const startOfDay = (time: Date): Date => new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS)
export const daysAfter = (time: Date, days: number): Date => new Date(time.getTime() + days * DAY_MS)

/** A table of daily figures (UTC) that are counted from raw rows. */
export interface RollUp {
  /** Only one process at a time may count. */
  lock: (typeof LOCKS)[keyof typeof LOCKS]
  /** How long raw rows are kept. */
  rawDays: number
  /** The last counted day, `now` at the latest; null before the first. */
  lastDay: (now: Date) => Promise<Date | null>
  /** Time of the first raw row in a period; null if there is none. */
  firstIn: (from: Date, until: Date) => Promise<Date | null>
  /** Recounts a day from all of its raw rows and writes differences. Counting twice gives the same figures. */
  countDay: (tx: Prisma.TransactionClient, day: Date) => Promise<void>
  /** Called after a day's figures were written. */
  onCounted: () => void
}

/**
 * Updates a table of daily figures up to today, with one transaction per UTC day. Starts a day before the last counted
 * day, because rows may arrive a day late. May run at any time in any process; only one counts at a time.
 * @returns whether it is up to date: false if another process was counting, or it was stopped
 */
export async function rollUpDays(db: Db, rollUp: RollUp, now: Date, signal?: AbortSignal): Promise<boolean> {
  const last = await rollUp.lastDay(now)
  // A day is not recounted once its first raw rows have been deleted.
  let from = daysAfter(startOfDay(daysAfter(now, -rollUp.rawDays)), 1)
  if (last && daysAfter(last, -1) > from) from = daysAfter(last, -1)
  const tomorrow = daysAfter(startOfDay(now), 1)
  while (!signal?.aborted) {
    const next = await rollUp.firstIn(from, tomorrow)
    if (!next) return true
    const day = startOfDay(next)
    if (!(await countAlone(db, rollUp, day))) return false
    rollUp.onCounted()
    from = daysAfter(day, 1)
  }
  return false
}

/**
 * @returns false if another process is counting
 */
function countAlone(db: Db, { lock, countDay }: RollUp, day: Date): Promise<boolean> {
  return db.$transaction(
    async (tx) => {
      const [row] = await tx.$queryRaw<
        Array<{ mine: boolean }>
      >`SELECT pg_try_advisory_xact_lock(${lock}::bigint) AS mine`
      if (!row?.mine) return false
      await countDay(tx, day)
      return true
    },
    { timeout: DAY_PATIENCE_MS, maxWait: 30_000 },
  )
}
