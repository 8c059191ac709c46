import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { isSameOrder, NO_STORE, type KnownOrder } from '#server/sales/find-sale.ts'
import { hasherOf } from '#server/sales/record-order.ts'
import { hasUniqueIds, isCountedByStore } from '#server/sales/store-order.schema.ts'
import { platformOf } from '#server/stores/platforms.ts'
import { accessOf } from '#server/stores/store-access.ts'
import { StoreError, UnreadableOrder } from '#server/stores/store-error.ts'
import type { StorePlatform } from '#server/stores/store-platform.ts'

/** The answer of a store that does not say whether an order is its own. */
export interface Unclear {
  askedId: string
}

const CALL_WITHIN_MS = 10_000
const AWAY_MS = 60_000
/** Until when we ask no more questions, by the ID of a connection that did not answer the last one. */
const awayUntil = new Map<string, number>()

/** Limits the time for all questions that one call asks the store. The time begins with the first question. */
export function storePatience(): () => AbortSignal {
  let signal: AbortSignal | undefined
  return () => (signal ??= AbortSignal.timeout(CALL_WITHIN_MS))
}

function isAway(connectionId: string, now: Date): boolean {
  for (const [id, until] of awayUntil) if (until <= now.getTime()) awayUntil.delete(id)
  return awayUntil.has(connectionId)
}

interface Partner {
  db: Db
  partnerId: string
}

interface Question extends Partner {
  now: Date
  patience?: () => AbortSignal
  /** The connection that has not answered yet. */
  askedId?: string | null
}

/** Whether the store of an order is connected. It then reports refunds and cancellations itself. */
export async function isConnected(
  { db, partnerId }: Partner,
  { storeId }: KnownOrder,
  { name: platform }: StorePlatform,
): Promise<boolean> {
  const connected = await db.shopifyConnection.findFirst({
    where: { partnerId, platform, status: { not: 'revoked' } },
    select: { id: true, shop: true },
  })
  if (!connected || storeId === NO_STORE || storeId === connected.id) return connected !== null
  // A store that was disconnected before each store had a row may have a second one.
  return (await db.shopifyConnection.count({ where: { id: storeId, partnerId, shop: connected.shop } })) > 0
}

/**
 * Asks the connected store whether it has another order with the number of an order that belongs to no store or to a
 * former one. Partners may report all refunds and cancellations of their store, and an order of that store that we did
 * not refer is unknown to us. Only stores that count their orders themselves use a number again.
 * @returns 'none' if no other order has the number; the asked connection if the store does not say, or did not within
 *   the last minute
 * @throws AppError conflict if the store that was asked first is no longer connected
 */
export async function askConnectedStore(
  { db, partnerId, now, patience = storePatience(), askedId }: Question,
  orderId: string,
  known: KnownOrder,
): Promise<'none' | 'another order' | Unclear> {
  const connection = await db.shopifyConnection.findFirst({ where: { partnerId, status: { not: 'revoked' } } })
  if (connection?.id === known.storeId) return 'none'
  if (askedId && askedId !== connection?.id)
    throw new AppError(
      'conflict',
      'We could not ask your store about this order before you disconnected it. If this is not an order of that store, send this again.',
    )
  if (!connection) return 'none'
  const { name, fetchOrder } = platformOf(connection)
  if (!isCountedByStore(name) || hasUniqueIds(known.source)) return 'none'
  if (isAway(connection.id, now)) return { askedId: connection.id }
  const signal = patience()
  try {
    const access = await accessOf(db, connection, { signal })
    const options = { signal, hashEmail: await hasherOf(db) }
    const order = await fetchOrder(access, orderId, options)
    return order === null || isSameOrder(known, order, connection.id) ? 'none' : 'another order'
  } catch (error) {
    if (error instanceof UnreadableOrder) return 'another order'
    if (!signal.aborted && !(error instanceof StoreError) && !(error instanceof AppError)) throw error
    awayUntil.set(connection.id, now.getTime() + AWAY_MS)
    return { askedId: connection.id }
  }
}
