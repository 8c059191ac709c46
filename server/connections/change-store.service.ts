import type { Prisma, ShopifyConnection } from '#prisma/generated/client.ts'
import { importNewPrices } from '#server/importing/old-prices.ts'
import { assertCurrencyFits, takeStoreCurrency } from '#server/partners/currency/change-currency.service.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { HOUR_MS } from '#server/platform/durations.values.ts'
import { AppError } from '#server/platform/errors.ts'
import { log } from '#server/platform/log.ts'
import { stateAfter } from '#server/stores/connection-state.ts'
import { accessOf } from '#server/stores/store-access.ts'
import { changeSecrets, openSecrets } from '#server/stores/store-secrets.ts'
import { platformOf } from '#server/stores/platforms.ts'
import { storeCallbackUrl } from './store-callback-url.ts'
import { countTry, proveAccess } from './connect-store.service.ts'
import { connectionColumns, type Proof } from './open-connection.ts'
import { BOTH_SECRETS_HOURS, type ReconnectStoreInput, type RotateSecretInput } from './connections.schema.ts'
import { remakeSubscriptions } from './keep-subscriptions.ts'
import { ownStore } from './own-store.ts'
import { refusedStore, storePatience } from './refused-store.ts'
import { DISCONNECTED_BY_PARTNER, revokeStore } from './revoke-store.ts'

type Ask = Pick<PartnerAsk, 'db' | 'visit' | 'viewer' | 'partner'>

/**
 * Replaces the connected store's token and its app's API secret, or its client id and secret, and restores missing
 * webhook subscriptions. The previous secret stays valid for a day.
 * @throws AppError as connectStore; conflict if the credentials belong to another store, or if the store was
 * disconnected in the meantime
 */
export async function reconnectStore(ask: Ask, input: ReconnectStoreInput, now = new Date()) {
  const connection = await ownStore(ask)
  countTry(ask.partner.id)
  const platform = platformOf(connection)
  if (!platform.exchangeCredentials)
    throw new AppError('conflict', `${platform.label} stores are reconnected with a new ${platform.credential}.`)
  const proof = await proveAccess(platform, connection.shop, input)
  const secret = input.mode === 'client_credentials' ? input.clientSecret : input.apiSecret
  return renewAccess(ask, connection, proof, { mode: input.mode, secret }, now)
}

/**
 * Replaces a connected store's access, and restores missing webhook subscriptions. Imports prices in a new currency.
 * @param given.secret the new secret; without one it stays
 * @returns the topics that could not be subscribed to
 * @throws AppError conflict if the access is to another store, or the store was disconnected in the meantime
 */
export async function renewAccess(
  ask: Ask,
  connection: ShopifyConnection,
  proof: Proof,
  { mode, secret }: { mode: ReconnectStoreInput['mode']; secret?: string },
  now = new Date(),
): Promise<{ failed: string[] }> {
  const { db, visit, viewer, partner } = ask
  const { platform, access, shop } = proof
  if (shop.id !== connection.shopId)
    throw new AppError(
      'conflict',
      `This ${platform.credential} belongs to another store. Disconnect this store first to connect another one.`,
    )
  await assertCurrencyFits(db, partner.id, proof)
  const place = { siteUrl: visit.siteUrl, connection, signal: storePatience() }
  const { failed } = await remakeSubscriptions(db, place, access).catch((error: unknown) => {
    throw refusedStore(error, platform)
  })
  await db.$transaction(async (tx) => {
    await takeStoreCurrency(ask, tx, proof)
    const columns = { ...connectionColumns(proof), ...stateAfter(platform, failed.length) }
    await changeSecrets(tx, connection.id, { token: access.token }, columns)
    if (secret !== undefined) await replaceSecret(tx, connection.id, secret, now)
    await writeAudit(
      db,
      visit,
      { actorId: viewer.userId, action: 'store_reconnected', subjectId: partner.id, data: { mode } },
      tx,
    )
  })
  // Missing access may be why an import failed.
  await importNewPrices(db, { id: connection.id, partnerId: partner.id, currency: shop.currency }, { pauseMs: 0 })
  return { failed }
}

/**
 * Replaces the secret. The previous one stays valid for a day, because the store may still use it. If the secret has
 * not changed, nothing happens.
 */
async function replaceSecret(tx: Prisma.TransactionClient, id: string, secret: string, now: Date): Promise<void> {
  const { secret: before } = openSecrets(await tx.shopifyConnection.findUniqueOrThrow({ where: { id } }))
  if (before === secret) return
  const until = new Date(now.getTime() + BOTH_SECRETS_HOURS * HOUR_MS)
  await changeSecrets(tx, id, { secret, previousSecret: before }, { previousSecretUntil: until })
}

/**
 * Replaces the API secret (or client secret). The previous one stays valid for a day.
 * @throws AppError bad_input if the store does not accept a new client secret; conflict if it was disconnected in the
 * meantime
 */
export async function rotateStoreSecret(ask: Ask, { newSecret }: RotateSecretInput, now = new Date()): Promise<void> {
  const { db, visit, viewer, partner } = ask
  const connection = await ownStore(ask)
  const { id, mode, shop, clientId } = connection
  countTry(partner.id)
  const { label, exchangeCredentials } = platformOf(connection)
  if (!exchangeCredentials)
    throw new AppError('conflict', `We created the secret for ${label}, so you don’t need to enter one.`)
  if (mode === 'client_credentials' && clientId !== null)
    await exchangeCredentials(shop, clientId, newSecret, { signal: storePatience() }).catch((error: unknown) => {
      throw refusedStore(error, platformOf(connection))
    })
  await db.$transaction(async (tx) => {
    await replaceSecret(tx, id, newSecret, now)
    await writeAudit(db, visit, { actorId: viewer.userId, action: 'store_secret_rotated', subjectId: partner.id }, tx)
  })
}

/**
 * Ends a connection: deletes its secrets and stops messages and comparisons. Products, sales and amounts owed stay.
 * @returns whether our webhooks may remain in the store, because we could not delete them
 */
export async function disconnectStore(ask: Ask): Promise<{ leavesWebhooks: boolean }> {
  const { db, visit, viewer, partner } = ask
  const connection = await ownStore(ask)
  // Read the secrets before they are deleted.
  const access = await accessOf(db, connection, { signal: storePatience() }).catch((error: unknown) => {
    log.warn({ err: error, connectionId: connection.id }, 'could not get access to a store that is being disconnected')
    return null
  })
  await db.$transaction(async (tx) => {
    await revokeStore(tx, connection.id, DISCONNECTED_BY_PARTNER)
    await writeAudit(
      db,
      visit,
      { actorId: viewer.userId, action: 'store_disconnected', subjectId: partner.id, data: { shop: connection.shop } },
      tx,
    )
  })
  if (!access) return { leavesWebhooks: true }
  try {
    const signal = storePatience()
    const { listSubscriptions, unsubscribe } = platformOf(connection)
    const uri = storeCallbackUrl(visit.siteUrl, connection)
    const ours = (await listSubscriptions(access, { signal })).filter((each) => each.uri === uri)
    await unsubscribe(
      access,
      ours.map(({ id }) => id),
      { signal },
    )
    return { leavesWebhooks: false }
  } catch (error) {
    // The store or its token may be gone. Stores drop subscriptions that get no answer.
    log.warn({ err: error, connectionId: connection.id }, 'a store could not be notified that it was disconnected')
    return { leavesWebhooks: true }
  }
}
