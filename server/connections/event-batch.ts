import type { WebhookEvent } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { inventoryOf, productOf } from '#server/shopify/webhook-payloads.ts'

/** What messages of one store share that are worked on together. */
export interface EventBatch {
  /** Shopify's numbers of the products that were read since all of the messages came: none can say anything newer. */
  productsRead: Set<string>
  /** Of those that may be read together with the next one. */
  productsToRead: Set<string>
  /** Of stock that is told of: the item's number to its product's. Items that were not ours when the batch began are not in it. */
  productOfItem: ReadonlyMap<string, string>
}

/** Looks up at once what the messages mean. */
export async function beginBatch(
  db: Db,
  connectionId: string,
  events: ReadonlyArray<Pick<WebhookEvent, 'topic' | 'payload' | 'attempts'>>,
): Promise<EventBatch> {
  const items = events.flatMap(({ topic, payload, attempts }) =>
    topic === 'inventory_levels/update'
      ? readable(() => ({ id: inventoryOf(payload).inventoryItemId, isNew: attempts === 0 }))
      : [],
  )
  const known = items.length
    ? await db.storeInventoryItem.findMany({
        where: { connectionId, externalId: { in: items.map(({ id }) => id) } },
        select: { externalId: true, externalProductId: true },
      })
    : []
  const productOfItem = new Map(known.map((item) => [item.externalId, item.externalProductId]))
  // What has failed before is read by itself, so that it keeps nothing else from being read.
  const productsToRead = new Set([
    ...items.flatMap(({ id, isNew }) => (isNew ? (productOfItem.get(id) ?? []) : [])),
    ...events.flatMap(({ topic, payload, attempts }) =>
      attempts === 0 && (topic === 'products/create' || topic === 'products/update')
        ? readable(() => productOf(payload).id)
        : [],
    ),
  ])
  return { productsRead: new Set(), productsToRead, productOfItem }
}

/** A message that cannot be read fails when its turn comes. */
function readable<T>(read: () => T): T[] {
  try {
    return [read()]
  } catch {
    return []
  }
}
