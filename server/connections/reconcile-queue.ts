import type { ShopifyConnection } from '#prisma/generated/client.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import type { Db } from '#server/platform/db.ts'
import { MINUTE_MS } from '#server/platform/durations.values.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Queue } from '#server/platform/queue.ts'
import { takeUp } from '#server/platform/take-up.ts'
import { platformOf, platformsWithoutRetries, platformsWithoutWebhooks } from '#server/stores/platforms.ts'
import { accessOf } from '#server/stores/store-access.ts'
import { StoreError } from '#server/stores/store-error.ts'
import { noted } from './api-health.ts'
import { announce, RECONCILE_CHANNEL, type StorePiece } from './connection-channels.ts'
import { activeSubscriptions } from './keep-subscriptions.ts'
import { ownStore } from './own-store.ts'
import { reconcileStore } from './reconcile-store.ts'
import { storeCallbackUrl } from './store-callback-url.ts'

const AGAIN_AFTER_MINUTES = 5
const WATCHED_AT_ONCE = 8
/** Time since the first attempt after which a comparison that keeps crashing is given up. */
const GIVEN_UP_AFTER_MS = 6 * 60 * MINUTE_MS

/** Queues a comparison of each connected store with our data. Runs nightly. @returns the number of comparisons queued */
export async function reconcileStores(db: Db): Promise<number> {
  const connections = await db.shopifyConnection.findMany({
    where: { status: { not: 'revoked' } },
    select: { id: true },
  })
  for (const { id } of connections) await begin(db, id)
  return connections.length
}

/** Queues a comparison of each store that sends us no webhooks. Runs every few minutes. @returns the number queued */
export async function pollStores(db: Db): Promise<number> {
  const connections = await db.shopifyConnection.findMany({
    where: {
      status: { not: 'revoked' },
      platform: { in: platformsWithoutWebhooks() },
      webhooks: { none: { subscriptionId: { not: null } } },
    },
    select: { id: true },
  })
  for (const { id } of connections) await begin(db, id)
  return connections.length
}

/**
 * Looks for webhooks that stores have switched off after failures, and queues a comparison of these stores. A
 * comparison switches webhooks on again and finds missed changes. Stores that resend messages can wait for the nightly
 * comparison. Runs hourly.
 * @returns the number queued
 */
export async function watchSubscriptions(db: Db, siteUrl: string, signal: AbortSignal): Promise<number> {
  const connections = await db.shopifyConnection.findMany({
    where: {
      status: { not: 'revoked' },
      platform: { in: platformsWithoutRetries() },
      webhooks: { some: { subscriptionId: { not: null } } },
    },
  })
  let queued = 0
  for (let at = 0; at < connections.length; at += WATCHED_AT_ONCE) {
    signal.throwIfAborted()
    await Promise.all(
      connections.slice(at, at + WATCHED_AT_ONCE).map(async (connection) => {
        if (!(await hasInactive(db, siteUrl, connection, signal))) return
        await begin(db, connection.id)
        queued++
      }),
    )
  }
  return queued
}

/**
 * Whether the store has switched off one of our webhooks. A store that does not respond has its turn again in an hour.
 */
async function hasInactive(
  db: Db,
  siteUrl: string,
  connection: ShopifyConnection,
  signal: AbortSignal,
): Promise<boolean> {
  const { topics, listSubscriptions } = platformOf(connection)
  try {
    const there = await noted(db, connection, async () =>
      listSubscriptions(await accessOf(db, connection, { signal }), { signal }),
    )
    const uri = storeCallbackUrl(siteUrl, connection)
    const active = await activeSubscriptions(db, connection, there, uri)
    return topics.some((topic) => !active.has(topic))
  } catch (error) {
    if (error instanceof StoreError || error instanceof AppError) return false
    throw error
  }
}

/** Queues a comparison of the partner's own store. @throws AppError not_found, too_many within five minutes of the last */
export async function compareNow(ask: Pick<PartnerAsk, 'db' | 'partner'>): Promise<void> {
  const { id } = await ownStore(ask)
  const last = await ask.db.reconciliation.findFirst({
    where: { connectionId: id },
    orderBy: { startedAt: 'desc' },
    select: { startedAt: true },
  })
  if (last && Date.now() - last.startedAt.getTime() < AGAIN_AFTER_MINUTES * MINUTE_MS)
    throw new AppError(
      'too_many',
      `We compared your store with our records a moment ago. Please wait ${AGAIN_AFTER_MINUTES} minutes.`,
    )
  await begin(ask.db, id)
}

async function begin(db: Db, connectionId: string): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT 1 FROM shopify_connections WHERE id = ${connectionId}::uuid FOR UPDATE`
    if (await tx.reconciliation.count({ where: { connectionId, endedAt: null } })) return
    await tx.reconciliation.create({ data: { connectionId } })
    await announce(tx, RECONCILE_CHANNEL, connectionId)
  })
}

/** Runs queued comparisons. An interrupted comparison starts over. */
export function reconcileQueue({
  db,
  databaseUrl,
  siteUrl,
}: {
  db: Db
  databaseUrl: string
  siteUrl: string
}): Queue<StorePiece> {
  return {
    name: 'reconcile-store',
    keyOf: ({ connectionId }) => connectionId,
    atOnce: 2,
    pollSeconds: 15,
    mayTakeSeconds: 3600,
    signOfLifeSeconds: 30,
    // No retries, because `feed` finds interrupted work again.
    retries: { most: 0, afterSeconds: 0 },
    keepSeconds: 3600,
    finishWithinMs: 0,
    work: async ({ connectionId }, signal) => {
      const begun = await db.reconciliation.findFirst({
        where: { connectionId, endedAt: null },
        orderBy: { startedAt: 'asc' },
        select: { id: true },
      })
      if (begun) await reconcileStore({ db, siteUrl }, begun.id, signal)
      return null
    },
    feed: takeUp({
      databaseUrl,
      channel: RECONCILE_CHANNEL,
      find: async () => (await findBegun(db)).map((connectionId) => ({ connectionId })),
      jobOf: (connectionId) => ({ connectionId }),
    }),
  }
}

/** Returns the stores with a queued or interrupted comparison. Gives up comparisons that are hours old. */
export async function findBegun(db: Db): Promise<string[]> {
  await db.reconciliation.updateMany({
    where: { endedAt: null, begunAt: { lt: new Date(Date.now() - GIVEN_UP_AFTER_MS) } },
    data: { endedAt: new Date(), error: 'The comparison was interrupted several times.' },
  })
  const begun = await db.reconciliation.findMany({ where: { endedAt: null }, select: { connectionId: true } })
  return begun.map(({ connectionId }) => connectionId)
}
