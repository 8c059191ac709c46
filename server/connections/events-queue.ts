import type { Prisma, ShopifyConnection, WebhookEvent } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { isDatabaseAway, isTransactionOver } from '#server/platform/database-away.ts'
import { MINUTE_MS } from '#server/platform/durations.values.ts'
import { AppError } from '#server/platform/errors.ts'
import { log } from '#server/platform/log.ts'
import type { Queue } from '#server/platform/queue.ts'
import { takeUp } from '#server/platform/take-up.ts'
import { platformOf } from '#server/stores/platforms.ts'
import { StoreError } from '#server/stores/store-error.ts'
import { topicsOf } from '#server/stores/topic-groups.ts'
import { EVENTS_CHANNEL, type StorePiece } from './connection-channels.ts'
import { beginBatch, type EventBatch } from './event-batch.ts'
import { processEvent } from './process-event.ts'

/** Pauses after the first, second, ... failure. After one more failure, the event is a dead letter. */
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS, 120 * MINUTE_MS]
const AT_ONCE = 50
/** After this many events, other stores have their turn. */
const MAX_OF_TURN = 500
const LONGEST_TURN_MS = 30_000
/** Timeout for requests to the store while processing one message. */
const STORE_WITHIN_MS = 30_000
/** The pause before the next turn of an unreachable store. */
const REST_SECONDS = 30
const LONGEST_REASON = 300

/**
 * Processes stores' messages. For each store, order messages come first, and messages of each kind are processed one by
 * one in the order in which their events happened. Failed messages are retried after 1 min, 5 min, 30 min and twice
 * after 2 h, and then become dead letters.
 */
export function eventsQueue({ db, databaseUrl }: { db: Db; databaseUrl: string }): Queue<StorePiece> {
  return {
    name: 'store-events',
    keyOf: ({ connectionId }) => connectionId,
    atOnce: 4,
    pollSeconds: 5,
    mayTakeSeconds: 300,
    signOfLifeSeconds: 30,
    // No retries, because `feed` finds interrupted work again.
    retries: { most: 0, afterSeconds: 0 },
    keepSeconds: 3600,
    finishWithinMs: 5_000,
    work: async ({ connectionId }, signal) => {
      const left = await processEvents(db, connectionId, signal)
      if (left === 'nothing') return null
      return { piece: { connectionId }, inSeconds: left === 'more' ? 0 : REST_SECONDS }
    },
    feed: takeUp({
      databaseUrl,
      channel: EVENTS_CHANNEL,
      find: async () => (await findWaiting(db)).map((connectionId) => ({ connectionId })),
      jobOf: (connectionId) => ({ connectionId }),
    }),
  }
}

async function findWaiting(db: Db): Promise<string[]> {
  const waiting = await db.webhookEvent.groupBy({
    by: ['connectionId'],
    where: { status: 'waiting', nextAt: { lte: new Date() } },
  })
  return waiting.map(({ connectionId }) => connectionId)
}

/** The state after a turn: nothing due, more events, or a store that is unreachable now. */
type Left = 'nothing' | 'more' | 'away'

/** Processes a store's due events until its turn ends. */
export async function processEvents(db: Db, connectionId: string, signal: AbortSignal): Promise<Left> {
  const until = Date.now() + LONGEST_TURN_MS
  const connection = await db.shopifyConnection.findUnique({ where: { id: connectionId } })
  if (!connection) return 'nothing'
  for (let done = 0; done < MAX_OF_TURN;) {
    const events = await nextEvents(db, connection)
    if (!events.length) return 'nothing'
    const batch = await beginBatch(db, connection, events)
    for (const event of events) {
      signal.throwIfAborted()
      if (Date.now() > until) return 'more'
      if (!(await tryEvent(db, event, { batch, signal }))) return 'away'
    }
    done += events.length
  }
  return 'more'
}

/** Returns sales first, because they need no requests to a store that may be slow. */
async function nextEvents(db: Db, connection: ShopifyConnection): Promise<WebhookEvent[]> {
  const isOfSale = { topic: { in: topicsOf(platformOf(connection), 'orders') } }
  const due = { connectionId: connection.id, status: 'waiting', nextAt: { lte: new Date() } } as const
  const find = (where: Prisma.WebhookEventWhereInput, take: number) =>
    db.webhookEvent.findMany({ where, orderBy: [{ triggeredAt: 'asc' }, { receivedAt: 'asc' }], take })
  const sales = await find({ ...due, ...isOfSale }, AT_ONCE)
  if (sales.length === AT_ONCE) return sales
  return [...sales, ...(await find({ ...due, NOT: isOfSale }, AT_ONCE - sales.length))]
}

/** @returns false if its store is unreachable now */
async function tryEvent(
  db: Db,
  event: WebhookEvent,
  { batch, signal }: { batch: EventBatch; signal: AbortSignal },
): Promise<boolean> {
  const attempts = event.attempts + 1
  const patience = AbortSignal.timeout(STORE_WITHIN_MS)
  try {
    await processEvent(db, event, { batch, signal: AbortSignal.any([signal, patience]) })
    await db.webhookEvent.updateMany({
      where: { id: event.id, status: 'waiting' },
      data: { status: 'done', attempts, lastError: '', doneAt: new Date() },
    })
    return true
  } catch (error) {
    // An unavailable database says nothing about the event. A transaction timeout may be caused by the event, which
    // must not block the queue forever.
    if (signal.aborted || (isDatabaseAway(error) && !isTransactionOver(error))) throw error
    const isLate = error === patience.reason
    const pause = PAUSES_MS[event.attempts]
    const isKnown = error instanceof StoreError || error instanceof AppError
    if (!isKnown && !isLate)
      log.error({ err: error, eventId: event.id, topic: event.topic }, 'a webhook was not processed')
    const why = isLate ? 'The store did not answer in time.' : 'It could not be processed.'
    await db.webhookEvent.updateMany({
      where: { id: event.id, status: 'waiting' },
      data: {
        attempts,
        lastError: (isKnown ? error.message : why).slice(0, LONGEST_REASON),
        ...(pause === undefined ? { status: 'dead' } : { nextAt: new Date(Date.now() + pause) }),
      },
    })
    return !isLate && !(error instanceof StoreError && (error.kind === 'throttled' || error.kind === 'unreachable'))
  }
}
