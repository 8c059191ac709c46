import type { Db } from '#server/platform/db.ts'
import { isDatabaseAway } from '#server/platform/database-away.ts'
import { AppError } from '#server/platform/errors.ts'
import { log } from '#server/platform/log.ts'
import type { Queue } from '#server/platform/queue.ts'
import { ShopifyError } from '#server/shopify/admin-api.ts'
import { EVENTS_CHANNEL } from './connection-channels.ts'
import { feedStores, type StorePiece } from './feed-stores.ts'
import { processEvent } from './process-event.ts'

const MINUTE_MS = 60_000
/** After the first, second, ... failure. One more and the event is dead. */
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS, 120 * MINUTE_MS]
const AT_ONCE = 50
/** Then other stores have their turn. */
const MOST_OF_TURN = 500
const LONGEST_REASON = 300

/**
 * Does what stores have told us: of each store in the order in which it happened there, one after another. What fails is
 * tried again after 1 min, 5 min, 30 min and 2 h twice, and is a dead letter then.
 */
export function eventsQueue({ db, databaseUrl }: { db: Db; databaseUrl: string }): Queue<StorePiece> {
  return {
    name: 'store-events',
    keyOf: ({ connectionId }) => connectionId,
    atOnce: 2,
    pollSeconds: 5,
    mayTakeSeconds: 900,
    signOfLifeSeconds: 30,
    // What was cut short is looked for again.
    retries: { most: 0, afterSeconds: 0 },
    keepSeconds: 3600,
    finishWithinMs: 5_000,
    work: async ({ connectionId }, signal) => {
      const isMore = await processEvents(db, connectionId, signal)
      return isMore ? { piece: { connectionId }, inSeconds: 0 } : null
    },
    feed: feedStores({ databaseUrl, channel: EVENTS_CHANNEL, find: () => findWaiting(db) }),
  }
}

async function findWaiting(db: Db): Promise<string[]> {
  const waiting = await db.webhookEvent.findMany({
    where: { status: 'waiting', nextAt: { lte: new Date() } },
    distinct: ['connectionId'],
    select: { connectionId: true },
  })
  return waiting.map(({ connectionId }) => connectionId)
}

/** Does a store's events that are due. @returns true if more are */
export async function processEvents(db: Db, connectionId: string, signal: AbortSignal): Promise<boolean> {
  for (let done = 0; done < MOST_OF_TURN;) {
    const events = await db.webhookEvent.findMany({
      where: { connectionId, status: 'waiting', nextAt: { lte: new Date() } },
      orderBy: [{ triggeredAt: 'asc' }, { receivedAt: 'asc' }],
      take: AT_ONCE,
    })
    if (!events.length) return false
    for (const event of events) {
      signal.throwIfAborted()
      const attempts = event.attempts + 1
      try {
        await processEvent(db, event, signal)
        await db.webhookEvent.updateMany({
          where: { id: event.id, status: 'waiting' },
          data: { status: 'done', attempts, lastError: '', doneAt: new Date() },
        })
      } catch (error) {
        // Not the event's fault.
        if (signal.aborted || isDatabaseAway(error)) throw error
        const pause = PAUSES_MS[event.attempts]
        const isKnown = error instanceof ShopifyError || error instanceof AppError
        if (!isKnown) log.error({ err: error, eventId: event.id, topic: event.topic }, 'a webhook was not processed')
        await db.webhookEvent.updateMany({
          where: { id: event.id, status: 'waiting' },
          data: {
            attempts,
            lastError: (isKnown ? error.message : 'It could not be processed.').slice(0, LONGEST_REASON),
            ...(pause === undefined ? { status: 'dead' } : { nextAt: new Date(Date.now() + pause) }),
          },
        })
      }
    }
    done += events.length
  }
  return true
}
