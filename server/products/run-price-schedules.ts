import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { log } from '#server/platform/log.ts'
import { endSchedule, startSchedule } from './scheduled-prices.ts'
import { writing } from './save-products.ts'

const BATCH = 200

/**
 * Starts and ends the price schedules that are due, each in a separate transaction. An interrupted run leaves no
 * schedule half done, and the next run continues. Ends schedules before it starts others.
 * @returns the number of started and ended schedules
 */
export async function runPriceSchedules(db: Db, now: Date, signal: AbortSignal): Promise<number> {
  let done = 0
  for (const status of ['running', 'scheduled'] as const) {
    let after = ''
    for (;;) {
      const due = await db.priceSchedule.findMany({
        where: {
          status,
          ...(status === 'running' ? { endsAt: { lte: now } } : { startsAt: { lte: now } }),
          ...(after ? { id: { gt: after } } : {}),
        },
        orderBy: { id: 'asc' },
        take: BATCH,
        select: { id: true, partnerId: true },
      })
      for (const { id, partnerId } of due) {
        if (signal.aborted) return done
        if (await runOne(db, { id, partnerId, status }, now)) done++
      }
      if (due.length < BATCH) break
      after = due.at(-1)?.id ?? ''
    }
  }
  return done
}

async function runOne(
  db: Db,
  { id, partnerId, status }: { id: string; partnerId: string; status: 'running' | 'scheduled' },
  now: Date,
): Promise<boolean> {
  try {
    return await writing(db, partnerId, async (tx) => {
      // Another run may have changed the schedule, or someone cancelled it, while this run waited for the lock.
      const schedule = await tx.priceSchedule.findFirst({ where: { id, status } })
      if (!schedule) return false
      if (status === 'running') await endSchedule(tx, schedule, 'finished', now)
      else await startSchedule(tx, schedule, now)
      return true
    })
  } catch (error) {
    // A failing schedule must not delay the others; it is retried in a minute.
    log.error(
      { err: error, scheduleId: id, isRefusal: error instanceof AppError },
      'a scheduled price could not be applied or ended',
    )
    return false
  }
}
