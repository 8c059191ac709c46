import type { ShopifyConnection, WebhookEvent } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { platformOf } from '#server/stores/platforms.ts'

/** Data shared by messages of one store that are processed together. */
export interface EventBatch {
  /** The store's ids of products that were read after all messages had arrived, so no message has newer data. */
  productsRead: Set<string>
  /** Products that may be read together with the next one. */
  productsToRead: Set<string>
  /** The connection with the store's currency, which was read after the first products. */
  current?: ShopifyConnection
  /** For stock messages: maps item ids to product ids. Contains only items that were ours when the batch began. */
  productOfItem: ReadonlyMap<string, string>
}

/** Reads the data for all messages at once. */
export async function beginBatch(
  db: Db,
  connection: Pick<ShopifyConnection, 'id' | 'platform'>,
  events: ReadonlyArray<Pick<WebhookEvent, 'topic' | 'payload' | 'attempts'>>,
): Promise<EventBatch> {
  const { groupOf, messageOf } = platformOf(connection)
  const messages = events.flatMap(({ topic, payload, attempts }) =>
    groupOf(topic) === 'products'
      ? readable(() => ({ message: messageOf(topic, payload), isNew: attempts === 0 }))
      : [],
  )
  const items = messages.flatMap(({ message, isNew }) =>
    message.kind === 'stock' ? [{ id: message.inventoryItemId, isNew }] : [],
  )
  const known = items.length
    ? await db.storeInventoryItem.findMany({
        where: { connectionId: connection.id, externalId: { in: items.map(({ id }) => id) } },
        select: { externalId: true, externalProductId: true },
      })
    : []
  const productOfItem = new Map(known.map((item) => [item.externalId, item.externalProductId]))
  // Read products that failed before separately, so that they do not block the others.
  const productsToRead = new Set([
    ...items.flatMap(({ id, isNew }) => (isNew ? (productOfItem.get(id) ?? []) : [])),
    ...messages.flatMap(({ message, isNew }) => (isNew && message.kind === 'product' ? message.productId : [])),
  ])
  return { productsRead: new Set(), productsToRead, productOfItem }
}

/** Returns nothing for an unreadable message, which fails in its own turn. */
function readable<T>(read: () => T): T[] {
  try {
    return [read()]
  } catch {
    return []
  }
}
