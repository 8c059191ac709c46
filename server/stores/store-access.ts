import type { ShopifyConnection } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { platformOf } from './platforms.ts'
import type { StoreAccess } from './store-platform.ts'
import { changeSecrets, openSecrets } from './store-secrets.ts'

/** A token that expires sooner is renewed first, because a long task may use it. */
const RENEW_BEFORE_MS = 10 * 60_000

/**
 * Returns the access to a connected store's API. Renews the token from the client id and secret when its day ends.
 * @throws AppError conflict if the store is disconnected; StoreError if it gives no new token
 */
export async function accessOf(
  db: Db,
  connection: ShopifyConnection,
  options: { signal?: AbortSignal } = {},
): Promise<StoreAccess> {
  const { id, shop, mode, clientId, tokenExpiresAt } = connection
  const { token, secret } = openSecrets(connection)
  const isFresh = tokenExpiresAt === null || tokenExpiresAt.getTime() - Date.now() > RENEW_BEFORE_MS
  if (token !== null && isFresh) return { shop, token }
  const { exchangeCredentials } = platformOf(connection)
  if (mode !== 'client_credentials' || clientId === null || secret === null || !exchangeCredentials)
    throw new AppError('conflict', 'This store is no longer connected.')
  const renewed = await exchangeCredentials(shop, clientId, secret, options)
  await db.$transaction((tx) =>
    changeSecrets(tx, id, { token: renewed.token }, { tokenExpiresAt: renewed.expiresAt, scopes: renewed.scopes }),
  )
  return { shop, token: renewed.token }
}
