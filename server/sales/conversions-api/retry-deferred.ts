import type { DeferredEvent, Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { isDatabaseAway, isTransactionOver } from '#server/platform/database-away.ts'
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

interface Retrying {
  db: Db
  now: Date
  signal: AbortSignal
}

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
  for (const { partnerId } of partners) done += await retryOf({ db, now, signal }, partnerId)
  return done
}

/** Tries a partner's events until its store does not answer. */
async function retryOf({ db, now, signal }: Retrying, partnerId: string): Promise<number> {
  const rows = await db.deferredEvent.findMany({
    where: { partnerId },
    orderBy: { triedAt: 'asc' },
    take: EVENTS_AT_ONCE,
  })
  const patience = AbortSignal.any([signal, AbortSignal.timeout(PARTNER_WITHIN_MS)])
  let done = 0
  for (const row of rows) {
    signal.throwIfAborted()
    const outcome = await retry({ db, now, signal }, row, () => patience)
    if (outcome === 'unclear') await db.deferredEvent.updateMany({ where: { partnerId }, data: { triedAt: now } })
    if (outcome === 'done') done += await remove(db, row)
    // The next time, an event that fails is the last one.
    else await db.deferredEvent.updateMany({ where: keyOf(row), data: { triedAt: new Date(now.getTime() + 1) } })
    if (outcome === 'unclear') break
  }
  return done
}

async function retry(
  { db, now, signal }: Retrying,
  { partnerId, orderId, source, event: json, askedId }: DeferredEvent,
  patience: () => AbortSignal,
): Promise<'done' | 'unclear' | 'failed'> {
  const event = conversionEvent.safeParse(json)
  if (!event.success) {
    log.error({ err: event.error, partnerId, orderId }, 'a deferred event is no longer valid')
    return 'done'
  }
  try {
    const taking = { db, partnerId, source, from: 'conversions API', now, patience, askedId }
    return 'askedId' in (await tryEvent(taking, event.data)) ? 'unclear' : 'done'
  } catch (error) {
    if (signal.aborted || (isDatabaseAway(error) && !isTransactionOver(error))) throw error
    if (error instanceof AppError) {
      log.info({ err: error, partnerId, orderId }, 'a deferred event was refused')
      return 'done'
    }
    log.error({ err: error, partnerId, orderId }, 'a deferred event could not be processed')
    return 'failed'
  }
}

const keyOf = ({ partnerId, orderId, refundId }: DeferredEvent) => ({ partnerId, orderId, refundId })

/** Deletes an event, unless the partner has replaced it. @returns the number of deleted events */
async function remove(db: Db, row: DeferredEvent): Promise<number> {
  const where = { ...keyOf(row), event: { equals: row.event as Prisma.InputJsonValue } }
  return (await db.deferredEvent.deleteMany({ where })).count
}
