import type { OrderLook, Prisma, ShopifyConnection } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { isDatabaseAway, isTransactionOver } from '#server/platform/database-away.ts'
import { MINUTE_MS } from '#server/platform/durations.values.ts'
import { log } from '#server/platform/log.ts'
import { recordOrder } from '#server/sales/record-order.ts'
import { storeOrder, type Signal, type StoreOrder } from '#server/sales/store-order.schema.ts'
import { StoreError } from '#server/stores/store-error.ts'
import { platformOf } from '#server/stores/platforms.ts'
import { accessOf } from '#server/stores/store-access.ts'
import { noted } from './api-health.ts'

/** In seconds after the order arrived. */
const FIRST_LOOK_SECONDS = 60
const LOOK_AFTER_MS = [FIRST_LOOK_SECONDS * 1_000, 10 * MINUTE_MS, 60 * MINUTE_MS, 24 * 60 * MINUTE_MS]
/** Maximum per run. */
const AT_ONCE = 500
const MAX_OF_STORE = 20
const STORES_AT_ONCE = 4
const STORE_WITHIN_MS = 20_000
/** Errors that the store's next request would return, too. */
const ENDS_RUN: ReadonlySet<StoreError['kind']> = new Set(['throttled', 'unreachable', 'unauthorized', 'forbidden'])
const MAX_SIGNALS = 100

/** Schedules reads of an order's journey. An order that is already scheduled keeps its times and gets its newest data. */
export async function beginLooking(
  db: Db,
  connection: Pick<ShopifyConnection, 'id' | 'platform'>,
  order: StoreOrder,
): Promise<void> {
  if (platformOf(connection).fetchJourney === null) return
  await db.$executeRaw`
    INSERT INTO order_looks (connection_id, external_order_id, next_at, store_order)
    VALUES (${connection.id}::uuid, ${order.id}, now() + ${FIRST_LOOK_SECONDS} * interval '1 second', ${JSON.stringify(order)}::jsonb)
    ON CONFLICT (connection_id, external_order_id) DO UPDATE SET store_order = excluded.store_order
    WHERE order_looks.store_order ->> 'updatedAt' < excluded.store_order ->> 'updatedAt'`
}

/** Reschedules the reads that ended when the store was disconnected. */
export async function resumeLooking(tx: Prisma.TransactionClient, connectionId: string): Promise<void> {
  const unread = { connectionId, nextAt: null, isReady: false, looks: { lt: LOOK_AFTER_MS.length } }
  await tx.orderLook.updateMany({ where: unread, data: { nextAt: new Date() } })
}

/**
 * Reads journeys that are due: 1 min, 10 min, 1 h and 24 h after the order. A journey's reference to us is added to the
 * sale as one more signal. A few stores are read at once, each for some of its orders; the rest stays due.
 * @returns the number of journeys that were requested
 */
export async function lookAtJourneys(db: Db, now: Date, signal: AbortSignal): Promise<number> {
  const due = await findDue(db, now)
  const stores = [...Map.groupBy(due, ({ connectionId }) => connectionId).values()].values()
  let looked = 0
  const lane = async () => {
    for (const looks of stores)
      for (const look of looks) {
        signal.throwIfAborted()
        looked++
        if (!(await lookOnce(db, look, now, signal))) break
      }
  }
  await Promise.all(Array.from({ length: STORES_AT_ONCE }, lane))
  return looked
}

/** Takes the first due orders of each store, so that no store blocks the others. */
async function findDue(db: Db, now: Date) {
  const first = await db.$queryRaw<Array<{ connectionId: string; externalOrderId: string }>>`
    SELECT connection_id AS "connectionId", external_order_id AS "externalOrderId" FROM (
      SELECT l.connection_id, l.external_order_id, l.next_at, row_number() OVER (PARTITION BY l.connection_id ORDER BY l.next_at) AS place
      FROM order_looks l JOIN shopify_connections c ON c.id = l.connection_id AND c.status <> 'revoked' WHERE l.next_at <= ${now}
    ) due WHERE place <= ${MAX_OF_STORE} ORDER BY next_at LIMIT ${AT_ONCE}`
  return db.orderLook.findMany({ where: { OR: first }, orderBy: { nextAt: 'asc' }, include: { connection: true } })
}

/** @returns false if the store cannot be reached now */
async function lookOnce(
  db: Db,
  { connection, ...look }: OrderLook & { connection: ShopifyConnection },
  now: Date,
  signal: AbortSignal,
): Promise<boolean> {
  const { connectionId, externalOrderId } = look
  const looks = look.looks + 1
  const patience = AbortSignal.timeout(STORE_WITHIN_MS)
  let isReady = false
  let mayGoOn = true
  try {
    const asking = { signal: AbortSignal.any([signal, patience]) }
    const { fetchJourney } = platformOf(connection)
    const journey = await noted(db, connection, async () =>
      fetchJourney?.(await accessOf(db, connection, asking), externalOrderId, asking),
    )
    if (!journey) return true
    isReady = journey.isReady
    if (journey.signals.length) {
      const order = storeOrder.parse(look.storeOrder)
      const from = { storeId: connectionId }
      await recordOrder(db, connection.partnerId, withSignals(order, journey.signals), new Date(), from)
    }
  } catch (error) {
    // A slow transaction is a problem of this order only: it must not block the orders behind it.
    if (signal.aborted || (isDatabaseAway(error) && !isTransactionOver(error))) throw error
    // The next read or the nightly comparison finds the journey.
    log.warn({ err: error, connectionId, externalOrderId }, 'a customer journey could not be fetched')
    mayGoOn = error !== patience.reason && !(error instanceof StoreError && ENDS_RUN.has(error.kind))
  }
  const pause = LOOK_AFTER_MS[looks]
  await db.orderLook.updateMany({
    where: { connectionId, externalOrderId, nextAt: { not: null } },
    data: {
      looks,
      isReady,
      nextAt:
        isReady || pause === undefined
          ? null
          : new Date(Math.max(look.createdAt.getTime() + pause, now.getTime() + MINUTE_MS)),
    },
  })
  return mayGoOn
}

const withSignals = (order: StoreOrder, more: Signal[]): StoreOrder => ({
  ...order,
  signals: [...order.signals, ...more].slice(0, MAX_SIGNALS),
})
