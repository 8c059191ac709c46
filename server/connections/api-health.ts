import type { Db } from '#server/platform/db.ts'
import { ShopifyError } from '#server/shopify/admin-api.ts'

const WHY: Partial<Record<ShopifyError['kind'], string>> = {
  unauthorized: 'Shopify no longer accepts the access token. Reconnect the store with a new one.',
  forbidden: 'The token no longer has all the scopes we need. Add them to the app again, then reconnect.',
}

/** Runs what asks a store, and keeps on the connection whether it answered as it should. @throws what it throws */
export async function noted<T>(db: Db, connectionId: string, ask: () => Promise<T>): Promise<T> {
  try {
    const answer = await ask()
    await db.shopifyConnection.updateMany({ where: { id: connectionId }, data: { lastOkAt: new Date() } })
    await db.shopifyConnection.updateMany({
      where: { id: connectionId, status: 'degraded', statusReason: { in: Object.values(WHY) } },
      data: { status: 'active', statusReason: '' },
    })
    return answer
  } catch (error) {
    const reason = error instanceof ShopifyError ? WHY[error.kind] : undefined
    if (reason !== undefined)
      await db.shopifyConnection.updateMany({
        where: { id: connectionId, status: { not: 'revoked' } },
        data: { status: 'degraded', statusReason: reason },
      })
    throw error
  }
}
