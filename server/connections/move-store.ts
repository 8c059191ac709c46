import type { Db } from '#server/platform/db.ts'
import { listen } from '#server/platform/listen.ts'
import { log } from '#server/platform/log.ts'
import type { Queue } from '#server/platform/queue.ts'
import { platformOf } from '#server/stores/platforms.ts'
import { accessOf } from '#server/stores/store-access.ts'
import { IDENTITY_CHANNEL } from './connection-channels.ts'
import { SHOP_DOMAIN } from './connections.schema.ts'
import type { StoreShop } from '#server/stores/store-platform.ts'

interface Piece {
  connectionId: string
  /** The name in a message with a valid signature. */
  shop: string
}

/** Asks stores with an unknown name for their identity. Shopify resends the refused message, which is then accepted. */
export function identityQueue({ db, databaseUrl }: { db: Db; databaseUrl: string }): Queue<Piece> {
  return {
    name: 'store-identity',
    keyOf: ({ connectionId }) => connectionId,
    atOnce: 1,
    pollSeconds: 30,
    mayTakeSeconds: 300,
    retries: { most: 0, afterSeconds: 0 },
    keepSeconds: 3600,
    finishWithinMs: 0,
    work: async (piece, signal) => {
      await moveStore(db, piece, signal)
      return null
    },
    // A missed notification is repeated with the next message.
    feed: (add) =>
      listen(databaseUrl, IDENTITY_CHANNEL, {
        onConnect: () => undefined,
        onNotice: (text) => {
          const [connectionId = '', shop = ''] = text.split(' ')
          void add([{ connectionId, shop }]).catch((error: unknown) =>
            log.warn({ err: error, connectionId }, 'could not queue a check for a new store domain'),
          )
        },
      }),
  }
}

/**
 * Updates a connection to the store's new name, if its id is the same.
 * @returns whether it was updated
 */
export async function moveStore(db: Db, { connectionId, shop }: Piece, signal: AbortSignal): Promise<boolean> {
  const connection = await db.shopifyConnection.findFirst({
    where: { id: connectionId, status: { not: 'revoked' } },
  })
  if (!connection || shop === connection.shop || !SHOP_DOMAIN.test(shop)) return false
  const { token } = await accessOf(db, connection, { signal }).catch(() =>
    accessOf(db, { ...connection, shop }, { signal }),
  )
  let found: StoreShop | null = null
  for (const name of [connection.shop, shop]) {
    found = await platformOf(connection)
      .fetchShop({ shop: name, token }, signal)
      .catch((error: unknown) => {
        signal.throwIfAborted()
        log.warn({ err: error, connectionId }, 'could not fetch a store that may have moved')
        return null
      })
    if (found?.domain === shop) break
  }
  if (found?.domain !== shop || found.id !== connection.shopId) return false
  const { count } = await db.shopifyConnection.updateMany({
    where: { id: connectionId, status: { not: 'revoked' } },
    data: { shop, shopName: found.name.slice(0, 200) },
  })
  if (!count) return false
  log.info({ connectionId, from: connection.shop, to: shop }, 'a store has moved')
  return true
}
