import type { ShopifyConnection, WebhookEvent } from '#prisma/generated/client.ts'
import { applyStoreProducts, archiveStoreProduct } from '#server/importing/store-sync.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { appSecret } from '#server/platform/secrets.ts'
import { emailHasher } from '#server/sales/customer-hash.ts'
import { recordOrder, recordRefund } from '#server/sales/record-order.ts'
import type { StoreOrder } from '#server/sales/store-order.schema.ts'
import { ShopifyError } from '#server/shopify/admin-api.ts'
import { readOrder } from '#server/shopify/read-orders.ts'
import { PRODUCTS_AT_ONCE, readProductsByIds } from '#server/shopify/read-products.ts'
import { readShop } from '#server/shopify/read-shop.ts'
import { accessOf } from '#server/shopify/store-access.ts'
import type { Topic } from '#server/shopify/subscriptions.ts'
import { inventoryOf, orderOf, productOf, refundOf } from '#server/shopify/webhook-payloads.ts'
import { noted } from './api-health.ts'
import type { EventBatch } from './event-batch.ts'
import { beginLooking } from './look-at-journeys.ts'
import { revokeStore } from './revoke-store.ts'

interface Work {
  db: Db
  connection: ShopifyConnection
  event: WebhookEvent
  signal: AbortSignal
  batch: EventBatch
}

const WORK: Readonly<Record<Topic, (work: Work) => Promise<unknown>>> = {
  'orders/create': keepOrder,
  'orders/paid': keepOrder,
  'orders/updated': keepOrder,
  'orders/cancelled': keepOrder,
  'refunds/create': keepRefund,
  'products/create': keepProduct,
  'products/update': keepProduct,
  'products/delete': dropProduct,
  'inventory_levels/update': keepStock,
  'app/uninstalled': endConnection,
}

/**
 * Processes one message of a store. Messages may repeat and come in any order: every update checks which one is newer.
 * @throws ShopifyError, AppError or any other error; the message is retried then
 */
export async function processEvent(db: Db, event: WebhookEvent, given: Pick<Work, 'batch' | 'signal'>): Promise<void> {
  const connection = await db.shopifyConnection.findUniqueOrThrow({ where: { id: event.connectionId } })
  const work = Object.hasOwn(WORK, event.topic) ? WORK[event.topic as Topic] : undefined
  if (!work) throw new AppError('bad_input', `We do not handle the topic '${event.topic}'.`)
  await work({ ...given, db, connection, event })
}

async function keepOrder({ db, connection, event }: Work): Promise<void> {
  const order = orderOf(event.payload)
  await recordOrder(db, connection.partnerId, order, new Date())
  if (connection.status !== 'revoked') await beginLooking(db, connection.id, order)
}

/** A refund without tax information is read with its order. */
async function keepRefund(work: Work): Promise<void> {
  const { db, connection, event } = work
  let said: ReturnType<typeof refundOf>
  try {
    said = refundOf(event.payload)
  } catch (error) {
    const { order_id: orderId } = event.payload as { order_id?: unknown }
    if (!(error instanceof ShopifyError) || typeof orderId !== 'number') throw error
    const order = await orderAtStore(work, String(orderId))
    if (!order) throw error
    await recordOrder(db, connection.partnerId, order, new Date())
    return
  }
  await recordRefund(db, connection.partnerId, said.orderId, said.refund, new Date())
}

async function orderAtStore({ db, connection, signal }: Work, id: string): Promise<StoreOrder | null> {
  const hashEmail = emailHasher(await appSecret(db, 'customer-hash'))
  return noted(db, connection.id, async () =>
    readOrder(await accessOf(db, connection, { signal }), id, { signal, hashEmail }),
  )
}

async function keepProduct(work: Work): Promise<void> {
  await readAgain(work, productOf(work.event.payload).id)
}

async function dropProduct({ db, connection, event, batch }: Work): Promise<void> {
  const { id } = productOf(event.payload)
  await archiveStoreProduct(db, connection.id, id)
  batch.productsRead.delete(id)
}

/** Shopify reports stock by item. Ignores items of products that we do not have. */
async function keepStock(work: Work): Promise<void> {
  const { db, connection, event, batch } = work
  const { inventoryItemId: externalId } = inventoryOf(event.payload)
  // A batch may take half a minute, so the product may have been added since.
  const findItem = () =>
    db.storeInventoryItem.findUnique({
      where: { connectionId_externalId: { connectionId: connection.id, externalId } },
      select: { externalProductId: true },
    })
  const productId = batch.productOfItem.get(externalId) ?? (await findItem())?.externalProductId
  if (productId !== undefined) await readAgain(work, productId)
}

/**
 * Reads a product from the store, because messages contain only part of a large product. The same request reads other
 * products of the batch.
 */
async function readAgain({ db, connection, signal, batch }: Work, productId: string): Promise<void> {
  const { productsRead, productsToRead } = batch
  // Never contact a store that has disconnected.
  if (connection.status === 'revoked' || productsRead.has(productId)) return
  const others = productsToRead.has(productId) ? [...productsToRead].filter((id) => id !== productId) : []
  const ids = [productId, ...others.slice(0, PRODUCTS_AT_ONCE - 1)]
  // If the request fails, any of them may be the cause: then each is read separately.
  for (const id of ids) productsToRead.delete(id)
  const products = await noted(db, connection.id, async () =>
    readProductsByIds(await accessOf(db, connection, { signal }), ids, { signal }),
  )
  if (products.length) await applyStoreProducts(db, connection, products)
  for (const id of ids) {
    if (!products.some((product) => product.id === id)) await archiveStoreProduct(db, connection.id, id)
    productsRead.add(id)
  }
}

/** Keeps the connection if the store still accepts our token: it was reconnected, or another app was removed. */
async function endConnection({ db, connection, event, signal }: Work): Promise<void> {
  if (connection.status === 'revoked' || event.triggeredAt < connection.connectedAt) return
  try {
    await readShop(await accessOf(db, connection, { signal }), signal)
  } catch (error) {
    if (!(error instanceof ShopifyError) || (error.kind !== 'unauthorized' && error.kind !== 'not_found')) throw error
    await db.$transaction((tx) => revokeStore(tx, connection.id, 'The app was uninstalled in Shopify.'))
  }
}
