import type { Prisma, ShopifyConnection } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { isDatabaseAway } from '#server/platform/database-away.ts'
import { AppError } from '#server/platform/errors.ts'
import { log } from '#server/platform/log.ts'
import { currentKeyId, openSecret, sealSecret } from '#server/platform/sealed-secrets.ts'

/** A store's decrypted secrets. Never put them in a log, an error or a response. */
export interface StoreSecrets {
  /** The Admin API token; null if there is none yet. */
  token: string | null
  /** The app's API secret, or the client secret: Shopify signs with it. */
  secret: string | null
  /** The previous secret, which is also valid for a while. */
  previousSecret: string | null
}

type SealedColumns = Pick<ShopifyConnection, 'id' | 'keyId' | 'sealedToken' | 'sealedSecret' | 'sealedPreviousSecret'>

/** @throws Error if the encryption key is missing */
export function openSecrets(row: SealedColumns): StoreSecrets {
  const open = (name: keyof StoreSecrets, sealed: Uint8Array | null) =>
    sealed && openSecret(purposeOf(row.id, name), { keyId: row.keyId, sealed })
  return {
    token: open('token', row.sealedToken),
    secret: open('secret', row.sealedSecret),
    previousSecret: open('previousSecret', row.sealedPreviousSecret),
  }
}

/** Returns the columns with a connection's encrypted secrets. All secrets of a row use one key. */
export function sealSecrets(connectionId: string, { token, secret, previousSecret }: StoreSecrets) {
  const seal = (name: keyof StoreSecrets, text: string | null) =>
    text === null ? null : new Uint8Array(sealSecret(purposeOf(connectionId, name), text).sealed)
  return {
    keyId: currentKeyId(),
    sealedToken: seal('token', token),
    sealedSecret: seal('secret', secret),
    sealedPreviousSecret: seal('previousSecret', previousSecret),
  }
}

/**
 * Changes some of a connection's secrets, and other columns with them. Re-encrypts the others with the current key.
 * @param tx locks the row, so that concurrent changes do not overwrite each other
 * @throws AppError conflict if the store was disconnected in the meantime, because its secrets are then deleted
 */
export async function changeSecrets(
  tx: Prisma.TransactionClient,
  connectionId: string,
  change: Partial<StoreSecrets> | ((now: StoreSecrets) => Partial<StoreSecrets>),
  columns: Prisma.ShopifyConnectionUncheckedUpdateInput = {},
): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM shopify_connections WHERE id = ${connectionId}::uuid FOR UPDATE`
  const row = await tx.shopifyConnection.findUnique({ where: { id: connectionId } })
  if (!row || row.status === 'revoked') throw new AppError('conflict', 'This store is no longer connected.')
  const now = openSecrets(row)
  const secrets = { ...now, ...(typeof change === 'function' ? change(now) : change) }
  await tx.shopifyConnection.update({
    where: { id: connectionId },
    data: { ...columns, ...sealSecrets(connectionId, secrets) },
  })
}

/**
 * Re-encrypts secrets that use an old key. Secrets that cannot be decrypted stay unchanged and are reported.
 * @returns the number of connections, 0 the second time; and the shops whose secrets could not be decrypted
 */
export async function resealConnections(db: Db): Promise<{ resealed: number; unopened: string[] }> {
  const rows = await db.shopifyConnection.findMany({
    where: { keyId: { not: currentKeyId() }, status: { not: 'revoked' } },
    select: { id: true, shop: true },
  })
  let resealed = 0
  const unopened: string[] = []
  for (const { id, shop } of rows) {
    try {
      await db.$transaction((tx) => changeSecrets(tx, id, {}))
      resealed++
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      // The store was disconnected in the meantime.
      if (error instanceof AppError) continue
      log.warn({ err: error, connectionId: id }, 'the secrets of a store were not re-encrypted')
      unopened.push(shop)
    }
  }
  return { resealed, unopened }
}

const purposeOf = (connectionId: string, name: keyof StoreSecrets) => `shopify_connections.${name} of ${connectionId}`
