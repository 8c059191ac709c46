import type { ShopifyConnection } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { clearReason } from '#server/stores/connection-state.ts'
import { platformOf } from '#server/stores/platforms.ts'
import { StoreError, type StoreErrorKind } from '#server/stores/store-error.ts'
import type { StorePlatform } from '#server/stores/store-platform.ts'

const whyOf = ({ label, credential, neededScopes }: StorePlatform): Partial<Record<StoreErrorKind, string>> => ({
  unauthorized: `${label} no longer accepts the ${credential}. Reconnect the store with a new one.`,
  forbidden: neededScopes.length
    ? 'The token no longer has all the scopes we need. Add them to the app again, then reconnect.'
    : `${label} denied us access. A security plugin may block requests to its REST API.`,
})

/** Whether a connection's reason says that the store no longer accepts our access. */
export const isAccessLost = ({ statusReason }: Pick<ShopifyConnection, 'statusReason'>, platform: StorePlatform) =>
  Object.values(whyOf(platform)).includes(statusReason)

/**
 * Sends a request to a store and records on the connection whether it succeeded.
 * @throws the request's error
 */
export async function noted<T>(
  db: Db,
  { id, platform }: Pick<ShopifyConnection, 'id' | 'platform'>,
  ask: () => Promise<T>,
): Promise<T> {
  const why = whyOf(platformOf({ platform }))
  try {
    const answer = await ask()
    await db.shopifyConnection.updateMany({ where: { id }, data: { lastOkAt: new Date() } })
    await clearReason(db, { id, platform }, { in: Object.values(why) })
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
