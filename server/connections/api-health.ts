import type { ShopifyConnection } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { platformOf } from '#server/stores/platforms.ts'
import { StoreError, type StoreErrorKind } from '#server/stores/store-error.ts'

const whyOf = (label: string): Partial<Record<StoreErrorKind, string>> => ({
  unauthorized: `${label} no longer accepts the access token. Reconnect the store with a new one.`,
  forbidden: 'The token no longer has all the scopes we need. Add them to the app again, then reconnect.',
})

/**
 * Sends a request to a store and records on the connection whether it succeeded.
 * @throws the request's error
 */
export async function noted<T>(
  db: Db,
  { id, platform }: Pick<ShopifyConnection, 'id' | 'platform'>,
  ask: () => Promise<T>,
): Promise<T> {
  const why = whyOf(platformOf({ platform }).label)
  try {
    const answer = await ask()
    await db.shopifyConnection.updateMany({ where: { id }, data: { lastOkAt: new Date() } })
    await db.shopifyConnection.updateMany({
      where: { id, status: 'degraded', statusReason: { in: Object.values(why) } },
      data: { status: 'active', statusReason: '' },
    })
    return answer
  } catch (error) {
    const reason = error instanceof StoreError ? why[error.kind] : undefined
    if (reason !== undefined)
      await db.shopifyConnection.updateMany({
        where: { id, status: { not: 'revoked' } },
        data: { status: 'degraded', statusReason: reason },
      })
    throw error
  }
}
