import type { ShopifyConnection, WebhookEvent } from '#prisma/generated/client.ts'
import { withCurrency } from '#server/importing/compare-currency.ts'
import { applyStoreProducts, archiveStoreProduct } from '#server/importing/store-sync.ts'
import type { Db } from '#server/platform/db.ts'
import { appSecret } from '#server/platform/secrets.ts'
import { emailHasher } from '#server/sales/customer-hash.ts'
import { recordOrder, recordRefund } from '#server/sales/record-order.ts'
import type { StoreOrder } from '#server/sales/store-order.schema.ts'
import { platformOf } from '#server/stores/platforms.ts'
import { accessOf } from '#server/stores/store-access.ts'
import { StoreError } from '#server/stores/store-error.ts'
import type { StoreMessage } from '#server/stores/store-platform.ts'
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

/**
 * Processes one message of a store. Messages may repeat and come in any order: every update checks which one is newer.
 * @throws StoreError, AppError or any other error, after which the message is retried
 */
export async function processEvent(db: Db, event: WebhookEvent, given: Pick<Work, 'batch' | 'signal'>): Promise<void> {
  const connection = await db.shopifyConnection.findUniqueOrThrow({ where: { id: event.connectionId } })
  await handle({ ...given, db, connection, event }, platformOf(connection).messageOf(event.topic, event.payload))
}

async function handle(work: Work, message: StoreMessage): Promise<void> {
  const { db, connection, batch } = work
  if (message.kind === 'order') return keepOrder(work, message.order)
  if (message.kind === 'order to read') return keepOrderAtStore(work, message)
  if (message.kind === 'refund') {
    const from = { source: platformOf(connection).name, storeId: connection.id }
    await recordRefund(db, connection.partnerId, message.orderId, message.refund, new Date(), from)
    return
  }
  if (message.kind === 'product') return getAgain(work, message.productId)
  if (message.kind === 'stock') return keepStock(work, message.inventoryItemId)
  if (message.kind === 'app removed') return endConnection(work)
  await archiveStoreProduct(db, connection.id, message.productId)
  batch.productsRead.delete(message.productId)
}

async function keepOrder({ db, connection }: Work, order: StoreOrder): Promise<void> {
  await recordOrder(db, connection.partnerId, order, new Date(), { storeId: connection.id })
  if (connection.status !== 'revoked') await beginLooking(db, connection, order)
}

async function keepOrderAtStore(
  { db, connection, signal }: Work,
  { orderId, error }: Extract<StoreMessage, { kind: 'order to read' }>,
): Promise<void> {
  const hashEmail = emailHasher(await appSecret(db, 'customer-hash'))
  const order = await noted(db, connection, async () =>
    platformOf(connection).fetchOrder(await accessOf(db, connection, { signal }), orderId, { signal, hashEmail }),
  )
  if (!order) throw error
  await recordOrder(db, connection.partnerId, order, new Date(), { storeId: connection.id })
}

/**
 * Updates the stock of an item, for stores that report stock by item. Ignores items of products that we do not have.
 */
async function keepStock(work: Work, externalId: string): Promise<void> {
  const { db, connection, batch } = work
  // A batch may take half a minute, so the product may have been added since.
  const findItem = () =>
    db.storeInventoryItem.findUnique({
      where: { connectionId_externalId: { connectionId: connection.id, externalId } },
      select: { externalProductId: true },
    })
  const productId = batch.productOfItem.get(externalId) ?? (await findItem())?.externalProductId
  if (productId !== undefined) await getAgain(work, productId)
}

/**
 * Reads a product from the store, because messages contain only part of a large product. The same request reads other
 * products of the batch.
 */
async function getAgain({ db, connection, signal, batch }: Work, productId: string): Promise<void> {
  const { productsRead, productsToRead } = batch
  const { productsAtOnce, fetchProducts } = platformOf(connection)
  // Never contact a store that has disconnected.
  if (connection.status === 'revoked' || productsRead.has(productId)) return
  const others = productsToRead.has(productId) ? [...productsToRead].filter((id) => id !== productId) : []
  const ids = [productId, ...others.slice(0, productsAtOnce - 1)]
  // If the request fails, any of the products may be the cause, so each is then read separately.
  for (const id of ids) productsToRead.delete(id)
  const products = await noted(db, connection, async () =>
    fetchProducts(await accessOf(db, connection, { signal }), ids, { signal }),
  )
  if (products.length) {
    const current = (batch.current ??= await noted(db, connection, () => withCurrency(db, connection, signal)))
    const { currency } = await db.partner.findUniqueOrThrow({
      where: { id: connection.partnerId },
      select: { currency: true },
    })
    // While the currencies differ, the connection says so. A comparison or an import reads these products again later.
    if (currency === current.currency) await applyStoreProducts(db, current, products)
  }
  for (const id of ids) {
    if (!products.some((product) => product.id === id)) await archiveStoreProduct(db, connection.id, id)
    productsRead.add(id)
  }
}

/**
 * Keeps the connection if the store still accepts our token. In that case, the store was reconnected, or another app
 * was removed.
 */
async function endConnection({ db, connection, event, signal }: Work): Promise<void> {
  if (connection.status === 'revoked' || event.triggeredAt < connection.connectedAt) return
  const platform = platformOf(connection)
  try {
    await platform.fetchShop(await accessOf(db, connection, { signal }), signal)
  } catch (error) {
    if (!(error instanceof StoreError) || (error.kind !== 'unauthorized' && error.kind !== 'not_found')) throw error
    await db.$transaction((tx) => revokeStore(tx, connection.id, `The app was uninstalled in ${platform.label}.`))
  }
}
