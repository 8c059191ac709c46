import type { PartnerAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { AppError } from '#server/platform/errors.ts'
import { log } from '#server/platform/log.ts'
import { exchangeCredentials } from '#server/shopify/admin-api.ts'
import { accessOf } from '#server/shopify/store-access.ts'
import { changeSecrets } from '#server/shopify/store-secrets.ts'
import { listSubscriptions, unsubscribe } from '#server/shopify/subscriptions.ts'
import { callbackUrl } from './callback-url.ts'
import { columnsOf, countTry, proveAccess, stateAfter } from './connect-store.service.ts'
import { BOTH_SECRETS_HOURS, type ReconnectStoreInput, type RotateSecretInput } from './connections.schema.ts'
import { remakeSubscriptions } from './keep-subscriptions.ts'
import { ownStore } from './own-store.ts'
import { refusedStore, storePatience } from './refused-store.ts'
import { revokeStore } from './revoke-store.ts'

type Ask = Pick<PartnerAsk, 'db' | 'visit' | 'viewer' | 'partner'>

const HOUR_MS = 3_600_000

/**
 * Takes a new token, or a new client id and secret, of the store that is connected, and has it tell us again of what it no
 * longer does.
 * @throws AppError as connectStore; conflict if it is of another store
 */
export async function reconnectStore(ask: Ask, input: ReconnectStoreInput) {
  const { db, visit, viewer, partner } = ask
  const connection = await ownStore(ask)
  countTry(partner.id)
  const proof = await proveAccess(connection.shop, input)
  if (proof.shop.id !== connection.shopId)
    throw new AppError('conflict', 'This token is of another store. Disconnect this one to connect another.')
  const { failed } = await remakeSubscriptions(db, visit.siteUrl, connection.id, proof.access).catch(
    (error: unknown) => {
      throw refusedStore(error)
    },
  )
  await db.$transaction(async (tx) => {
    const secret = input.mode === 'client_credentials' ? { secret: input.clientSecret } : {}
    const columns = { ...columnsOf(proof), ...stateAfter(failed.length) }
    await changeSecrets(tx, connection.id, { token: proof.access.token, ...secret }, columns)
    await writeAudit(
      db,
      visit,
      { actorId: viewer.userId, action: 'store_reconnected', subjectId: partner.id, data: { mode: input.mode } },
      tx,
    )
  })
  return { failed }
}

/**
 * Takes a new API secret (or client secret). The one before counts for a day more: Shopify may still sign with it.
 * @throws AppError bad_input if the store does not take a new client secret
 */
export async function rotateSecret(ask: Ask, { newSecret }: RotateSecretInput, now = new Date()): Promise<void> {
  const { db, visit, viewer, partner } = ask
  const { id, mode, shop, clientId } = await ownStore(ask)
  countTry(partner.id)
  if (mode === 'client_credentials' && clientId !== null)
    await exchangeCredentials(shop, clientId, newSecret, { signal: storePatience() }).catch((error: unknown) => {
      throw refusedStore(error)
    })
  const until = new Date(now.getTime() + BOTH_SECRETS_HOURS * HOUR_MS)
  await db.$transaction(async (tx) => {
    await changeSecrets(tx, id, ({ secret }) => ({ secret: newSecret, previousSecret: secret }), {
      previousSecretUntil: until,
    })
    await writeAudit(db, visit, { actorId: viewer.userId, action: 'store_secret_rotated', subjectId: partner.id }, tx)
  })
}

/** Ends a connection: no messages, no comparison, no secrets. Products, sales and what is owed stay. */
export async function disconnectStore(ask: Ask): Promise<void> {
  const { db, visit, viewer, partner } = ask
  const connection = await ownStore(ask)
  try {
    const access = await accessOf(db, connection)
    const uri = callbackUrl(visit.siteUrl, connection.id)
    const ours = (await listSubscriptions(access)).filter((each) => each.uri === uri)
    await unsubscribe(
      access,
      ours.map(({ id }) => id),
    )
  } catch (error) {
    // The store may be gone, or its token. Shopify drops what nobody answers.
    log.warn({ err: error, connectionId: connection.id }, 'a store was disconnected without being told')
  }
  await db.$transaction(async (tx) => {
    await revokeStore(tx, connection.id, 'You have disconnected it.')
    await writeAudit(
      db,
      visit,
      { actorId: viewer.userId, action: 'store_disconnected', subjectId: partner.id, data: { shop: connection.shop } },
      tx,
    )
  })
}
