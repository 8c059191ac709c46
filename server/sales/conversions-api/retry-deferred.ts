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
const EXPIRED_AT_ONCE = 1_000
const PARTNERS_AT_ONCE = 20
const EVENTS_AT_ONCE = 100
const PARTNER_WITHIN_MS = 20_000

/** A deferred event that will not be recorded. */
interface DroppedEvent {
  partnerId: string
  /** 'order.refunded 1001' */
  name: string
  reason: string
}

interface Retrying {
  db: Db
  now: Date
  signal: AbortSignal
  /** Tells the partner. */
  onDrop: (event: DroppedEvent) => void
}

/**
 * Tries deferred events again, for a few partners at a time. Deletes those that were applied or refused, and old ones.
 * @returns the number of events that wait no longer
 */
export async function retryDeferred(retrying: Retrying): Promise<number> {
  const { db } = retrying
  let done = await dropExpired(retrying)
  const partners = await db.deferredEvent.groupBy({
    by: ['partnerId'],
    orderBy: { _min: { triedAt: 'asc' } },
    take: PARTNERS_AT_ONCE,
  })
  for (const { partnerId } of partners) done += await retryOf(retrying, partnerId)
  return done
}

async function dropExpired(retrying: Retrying): Promise<number> {
  const { db, now } = retrying
  const expired = await db.deferredEvent.findMany({
    where: { createdAt: { lt: new Date(now.getTime() - KEPT_DAYS * DAY_MS) } },
    orderBy: { createdAt: 'asc' },
    take: EXPIRED_AT_ONCE,
  })
  let done = 0
  for (const row of expired) {
    const { partnerId, orderId } = row
    log.warn({ partnerId, orderId }, 'a deferred event has expired')
    done += await remove(retrying, row, `Your store did not answer us for ${KEPT_DAYS} days.`)
  }
  return done
}

/** Tries a partner's events until its store does not answer. */
async function retryOf(retrying: Retrying, partnerId: string): Promise<number> {
  const { db, now, signal } = retrying
  const rows = await db.deferredEvent.findMany({
    where: { partnerId },
    orderBy: { triedAt: 'asc' },
    take: EVENTS_AT_ONCE,
  })
  const patience = AbortSignal.any([signal, AbortSignal.timeout(PARTNER_WITHIN_MS)])
  let done = 0
  for (const row of rows) {
    signal.throwIfAborted()
    const outcome = await retry(retrying, row, () => patience)
    if (outcome === 'unclear') await db.deferredEvent.updateMany({ where: { partnerId }, data: { triedAt: now } })
    if (typeof outcome === 'object') done += await remove(retrying, row, outcome.problem)
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
): Promise<{ problem?: string | undefined } | 'unclear' | 'failed'> {
  const event = conversionEvent.safeParse(json)
  if (!event.success) {
    log.error({ err: event.error, partnerId, orderId }, 'a deferred event is no longer valid')
    return { problem: 'We can no longer process this event.' }
  }
  try {
    const taking = { db, partnerId, source, from: 'conversions API', now, patience, askedId }
    const result = await tryEvent(taking, event.data)
    return 'askedId' in result ? 'unclear' : result.outcome === 'refused' ? result : {}
  } catch (error) {
    if (signal.aborted || (isDatabaseAway(error) && !isTransactionOver(error))) throw error
    if (error instanceof AppError) {
      log.info({ err: error, partnerId, orderId }, 'a deferred event was refused')
      return { problem: error.message }
    }
    log.error({ err: error, partnerId, orderId }, 'a deferred event could not be processed')
    return 'failed'
  }
}

const keyOf = ({ partnerId, orderId, refundId }: DeferredEvent) => ({ partnerId, orderId, refundId })

/**
 * Deletes an event, unless the partner has replaced it.
 * @param problem why it was not recorded
 * @returns the number of deleted events
 */
async function remove({ db, onDrop }: Retrying, row: DeferredEvent, problem?: string): Promise<number> {
  const where = { ...keyOf(row), event: { equals: row.event as Prisma.InputJsonValue } }
  const { count } = await db.deferredEvent.deleteMany({ where })
  const { partnerId, orderId, refundId } = row
  const name = `${refundId === '' ? 'order.cancelled' : 'order.refunded'} ${orderId}`
  if (count > 0 && problem !== undefined) onDrop({ partnerId, name, reason: problem })
  return count
}
