import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { AppError } from '#server/platform/errors.ts'
import { log } from '#server/platform/log.ts'
import { conversionEvent } from './conversion-events.schema.ts'
import { tryEvent } from './take-events.service.ts'

/** As long as refunds and cancellations of unknown orders. */
const KEPT_DAYS = 60
const PARTNERS_AT_ONCE = 20
const EVENTS_AT_ONCE = 100
const PARTNER_WITHIN_MS = 20_000

/**
 * Tries deferred events again, for a few partners at a time. Deletes those that were applied or refused, and old ones.
 * @returns the number of events that wait no longer
 */
export async function retryDeferred(db: Db, now: Date, signal: AbortSignal): Promise<number> {
  await db.deferredEvent.deleteMany({ where: { createdAt: { lt: new Date(now.getTime() - KEPT_DAYS * DAY_MS) } } })
  const partners = await db.deferredEvent.groupBy({
    by: ['partnerId'],
    orderBy: { _min: { triedAt: 'asc' } },
    take: PARTNERS_AT_ONCE,
  })
  let done = 0
  for (const { partnerId } of partners) done += await retryOf(db, partnerId, now, signal)
  return done
}

async function retryOf(db: Db, partnerId: string, now: Date, signal: AbortSignal): Promise<number> {
  const rows = await db.deferredEvent.findMany({
    where: { partnerId },
    orderBy: { triedAt: 'asc' },
    take: EVENTS_AT_ONCE,
  })
  const patience = AbortSignal.any([signal, AbortSignal.timeout(PARTNER_WITHIN_MS)])
  let done = 0
  for (const { orderId, refundId, source, event: json } of rows) {
    signal.throwIfAborted()
    const where = { partnerId_orderId_refundId: { partnerId, orderId, refundId } }
    const isUnclear = await tryEvent(
      { db, partnerId, source, from: 'conversions API', now, patience },
      conversionEvent.parse(json),
    ).then(
      (result) => result === 'unclear',
      (error: unknown) => {
        if (!(error instanceof AppError)) throw error
        log.info({ err: error, partnerId, orderId }, 'a deferred event was refused')
        return false
      },
    )
    if (isUnclear) await db.deferredEvent.update({ where, data: { triedAt: now } })
    else {
      await db.deferredEvent.delete({ where })
      done++
    }
  }
  return done
}
