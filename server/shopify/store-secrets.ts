import type { Prisma, ShopifyConnection } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { isDatabaseAway } from '#server/platform/database-away.ts'
import { AppError } from '#server/platform/errors.ts'
import { log } from '#server/platform/log.ts'
import { currentKeyId, openSecret, sealSecret } from '#server/platform/sealed-secrets.ts'

/** What a store has entrusted to us, in the clear: it goes into no log, no error and no answer. */
export interface StoreSecrets {
  /** Of the Admin API; null where none was got yet. */
  token: string | null
  /** The app's API secret, or the client secret: Shopify signs with it. */
  secret: string | null
  /** The secret before, which also counts for a while. */
  previousSecret: string | null
}

type SealedColumns = Pick<ShopifyConnection, 'id' | 'keyId' | 'sealedToken' | 'sealedSecret' | 'sealedPreviousSecret'>

/** @throws Error if the key that sealed them is gone */
export function openSecrets(row: SealedColumns): StoreSecrets {
  const open = (name: keyof StoreSecrets, sealed: Uint8Array | null) =>
    sealed && openSecret(purposeOf(row.id, name), { keyId: row.keyId, sealed })
  return {
    token: open('token', row.sealedToken),
    secret: open('secret', row.sealedSecret),
    previousSecret: open('previousSecret', row.sealedPreviousSecret),
  }
}

/** The columns that keep a connection's secrets. All of a row are sealed with one key. */
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
 * Changes some of a connection's secrets, and other columns with them; what stays is sealed anew with today's key.
 * @param tx locks the row, so that two changes do not undo each other
 * @throws AppError conflict if the store was disconnected meanwhile: nothing secret is kept of it
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
 * Seals anew what another key than today's has sealed. What cannot be opened stays as it is, and is named.
 * @returns how many connections it was, none the second time; and those whose key is gone
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
      // Disconnected meanwhile.
      if (error instanceof AppError) continue
      log.warn({ err: error, connectionId: id }, 'the secrets of a store were not sealed anew')
      unopened.push(shop)
    }
  }
  return { resealed, unopened }
}

const purposeOf = (connectionId: string, name: keyof StoreSecrets) => `shopify_connections.${name} of ${connectionId}`
