import type { Prisma } from '#prisma/generated/client.ts'
import type { Ask, PartnerAsk, SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { AppError } from '#server/platform/errors.ts'
import { announce, EVENTS_CHANNEL } from './connection-channels.ts'
import type { EventInput, PageQuery } from './connections.schema.ts'

const MAX_SHOWN = 50
const PAGE_SIZE = 25
const KEPT_DAYS = 90
/** How long a processed message's payload is kept; the record of its arrival is kept longer. */
const PAYLOAD_KEPT_DAYS = 7

const SHOWN = { id: true, topic: true, triggeredAt: true, receivedAt: true, attempts: true, lastError: true } as const

/** Lists messages of the partner's store that we could not process, newest first, at most 50. */
export const listDeadLetters = ({ db, partner }: Pick<PartnerAsk, 'db' | 'partner'>) =>
  db.webhookEvent.findMany({
    where: { status: 'dead', connection: { partnerId: partner.id } },
    orderBy: { receivedAt: 'desc' },
    take: MAX_SHOWN,
    select: SHOWN,
  })

/** Lists the failed messages of all stores with the partner's name, oldest first, 25 per page. A page number past the end gives the last page. */
export async function listAllDeadLetters({ db }: Pick<Ask, 'db'>, { page }: PageQuery) {
  const where = { status: 'dead' } as const
  const total = await db.webhookEvent.count({ where })
  const totalPages = Math.max(1, Math.ceil(total / PAGE_SIZE))
  const shown = Math.min(page, totalPages)
  const letters = await db.webhookEvent.findMany({
    where,
    orderBy: [{ receivedAt: 'asc' }, { id: 'asc' }],
    take: PAGE_SIZE,
    skip: (shown - 1) * PAGE_SIZE,
    select: {
      ...SHOWN,
      connection: { select: { shop: true, partner: { select: { id: true, businessName: true } } } },
    },
  })
  return { letters, total, page: shown, totalPages }
}

/** Retries a failed message of the partner's store immediately, with all its attempts. @throws AppError not_found */
export async function retryDeadLetter(
  { db, visit, viewer, partner }: Pick<PartnerAsk, 'db' | 'visit' | 'viewer' | 'partner'>,
  { eventId }: EventInput,
): Promise<void> {
  await db.$transaction(async (tx) => {
    await retry(tx, { id: eventId, connection: { partnerId: partner.id } })
    await writeAudit(db, visit, { actorId: viewer.userId, action: 'store_event_retried', subjectId: eventId }, tx)
  })
}

/**
 * Like `retryDeadLetter`, but for any store. @throws AppError not_found; conflict if the message is no longer failed
 */
export async function retryAnyDeadLetter(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  { eventId }: EventInput,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const [event] = await tx.$queryRaw<Array<{ status: string; error: string }>>`
      SELECT status::text, last_error AS error FROM webhook_events WHERE id = ${eventId}::uuid FOR UPDATE`
    if (event && event.status !== 'dead') throw new AppError('conflict', 'Someone has already retried this webhook.')
    await retry(tx, { id: eventId })
    const data = { before: { status: 'dead', error: event?.error ?? '' }, after: { status: 'waiting' } }
    await writeAudit(db, visit, { actorId: viewer.userId, action: 'store_event_retried', subjectId: eventId, data }, tx)
  })
}

async function retry(
  tx: Prisma.TransactionClient,
  where: { id: string; connection?: { partnerId: string } },
): Promise<void> {
  const [event] = await tx.webhookEvent.updateManyAndReturn({
    where: { ...where, status: 'dead' },
    data: { status: 'waiting', attempts: 0, nextAt: new Date() },
    select: { connectionId: true },
  })
  if (!event) throw new AppError('not_found', 'Webhook not found.')
  await announce(tx, EVENTS_CHANNEL, event.connectionId)
}

/** Deletes store messages after 90 days (payloads a week after processing), journey reads of that age, and expired secrets. */
export async function forgetStoreEvents(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS)
  await db.webhookEvent.deleteMany({ where: { receivedAt: { lt: before } } })
  await db.webhookEvent.updateMany({
    where: {
      status: 'done',
      payload: { not: {} },
      doneAt: { lt: new Date(now.getTime() - PAYLOAD_KEPT_DAYS * DAY_MS) },
    },
    data: { payload: {} },
  })
  await db.orderLook.deleteMany({ where: { createdAt: { lt: before } } })
  await db.clickSignal.deleteMany({ where: { at: { lt: before } } })
  await db.linkTest.deleteMany({ where: { at: { lt: before } } })
  await db.reconciliation.deleteMany({ where: { startedAt: { lt: before } } })
  await db.shopifyConnection.updateMany({
    where: { previousSecretUntil: { lt: now } },
    data: { sealedPreviousSecret: null, previousSecretUntil: null },
  })
}
