import type { OrderLook, ShopifyConnection } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { isDatabaseAway } from '#server/platform/database-away.ts'
import { log } from '#server/platform/log.ts'
import { recordOrder } from '#server/sales/record-order.ts'
import { storeOrder, type Signal, type StoreOrder } from '#server/sales/store-order.schema.ts'
import { readJourney } from '#server/shopify/read-orders.ts'
import { accessOf } from '#server/shopify/store-access.ts'
import { noted } from './api-health.ts'

const MINUTE_MS = 60_000
/** After the order came. attribution.md, section 4. */
const FIRST_LOOK_SECONDS = 60
const LOOK_AFTER_MS = [FIRST_LOOK_SECONDS * 1_000, 10 * MINUTE_MS, 60 * MINUTE_MS, 24 * 60 * MINUTE_MS]
const AT_ONCE = 100
const MOST_SIGNALS = 100

/** Remembers to look for an order's journey; one that is looked for already keeps its times, with the newest of the order. */
export async function beginLooking(db: Db, connectionId: string, order: StoreOrder): Promise<void> {
  await db.$executeRaw`
    INSERT INTO order_looks (connection_id, external_order_id, next_at, store_order)
    VALUES (${connectionId}::uuid, ${order.id}, now() + ${FIRST_LOOK_SECONDS} * interval '1 second', ${JSON.stringify(order)}::jsonb)
    ON CONFLICT (connection_id, external_order_id) DO UPDATE SET store_order = excluded.store_order
    WHERE order_looks.store_order ->> 'updatedAt' < excluded.store_order ->> 'updatedAt'`
}

/**
 * Asks stores for journeys whose time has come: 1 min, 10 min, 1 h and 24 h after the order. What a journey says of us is
 * given to the sale as one more signal.
 * @returns how many were looked for
 */
export async function lookAtJourneys(db: Db, now: Date, signal: AbortSignal): Promise<number> {
  let looked = 0
  for (;;) {
    const due = await db.orderLook.findMany({
      where: { nextAt: { lte: now }, connection: { status: { not: 'revoked' } } },
      orderBy: { nextAt: 'asc' },
      take: AT_ONCE,
      include: { connection: true },
    })
    for (const look of due) {
      signal.throwIfAborted()
      await lookOnce(db, look, now, signal)
    }
    looked += due.length
    if (due.length < AT_ONCE) return looked
  }
}

async function lookOnce(
  db: Db,
  { connection, ...look }: OrderLook & { connection: ShopifyConnection },
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  const { connectionId, externalOrderId } = look
  const looks = look.looks + 1
  let isReady = false
  try {
    const journey = await noted(db, connectionId, async () =>
      readJourney(await accessOf(db, connection), externalOrderId, { signal }),
    )
    isReady = journey.isReady
    if (journey.signals.length) {
      const order = storeOrder.parse(look.storeOrder)
      await recordOrder(db, connection.partnerId, withSignals(order, journey.signals), new Date())
    }
  } catch (error) {
    if (signal.aborted || isDatabaseAway(error)) throw error
    // The next look, or the nightly comparison, finds it.
    log.warn({ err: error, connectionId, externalOrderId }, 'a journey was not read')
  }
  const pause = LOOK_AFTER_MS[looks]
  await db.orderLook.update({
    where: { connectionId_externalOrderId: { connectionId, externalOrderId } },
    data: {
      looks,
      isReady,
      nextAt:
        isReady || pause === undefined
          ? null
          : new Date(Math.max(look.createdAt.getTime() + pause, now.getTime() + MINUTE_MS)),
    },
  })
}

const withSignals = (order: StoreOrder, more: Signal[]): StoreOrder => ({
  ...order,
  signals: [...order.signals, ...more].slice(0, MOST_SIGNALS),
})
