import { Prisma, type ShopifyConnection } from '#prisma/generated/client.ts'
import { beginStoreSync } from '#server/importing/store-sync.ts'
import { assertCurrencyFits, takeStoreCurrency } from '#server/partners/currency/change-currency.service.ts'
import { holdHost, holdLoopback } from '#server/partners/hosts/hold-host.ts'
import { tellFormerHolder } from '#server/partners/hosts/tell-former-holder.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { AddressLimit } from '#server/platform/address-limit.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { log } from '#server/platform/log.ts'
import { isLoopback } from '#server/platform/reach.ts'
import { addressOf, API_VERSION, exchangeCredentials, type StoreAccess } from '#server/shopify/admin-api.ts'
import { readShop, type Shop } from '#server/shopify/read-shop.ts'
import { sealSecrets } from '#server/shopify/store-secrets.ts'
import { subscribeTo, TOPICS, unsubscribe } from '#server/shopify/subscriptions.ts'
import { callbackUrl } from './callback-url.ts'
import { NEEDED_SCOPES, type ConnectStoreInput, type ReconnectStoreInput } from './connections.schema.ts'
import { failedTopics, noteSubscriptions } from './keep-subscriptions.ts'
import { refusedStore, storePatience } from './refused-store.ts'

type Ask = Pick<PartnerAsk, 'db' | 'visit' | 'viewer' | 'partner'>

/** The facts that a successful request to the store proves. */
interface Proof {
  access: StoreAccess
  shop: Shop
  tokenExpiresAt: Date | null
  clientId: string | null
}

/** Each try sends requests to a store that somebody else named. */
const tries = new AddressLimit(10, 10 * 60_000)

const OF_ANOTHER = 'This Shopify store is already connected to another account.'
const NO_WEBHOOKS =
  "Failed to register webhooks. Please check your access token permissions and ensure it has 'write_products' scope."

/**
 * Connects the partner's Shopify store: checks the credentials, scopes and currency, subscribes to ten webhook topics,
 * stores the secrets encrypted, and starts a product import. Links to the shop's own domain are allowed from then on. A
 * partner without products and sales takes the store's currency.
 * @returns the topics that could not be subscribed to, and the product import
 * @throws AppError bad_input with the document's texts, conflict, too_many
 */
export async function connectStore(ask: Ask, input: ConnectStoreInput) {
  const { db, visit, viewer, partner } = ask
  countTry(partner.id)
  const before = await db.shopifyConnection.findUnique({ where: { partnerId: partner.id } })
  if (before && before.status !== 'revoked')
    throw new AppError('conflict', 'A store is already connected. Disconnect it to connect another one.')
  const proof = await proveAccess(input.storeUrl, input)
  const { access, shop } = proof
  await refuseOthers(ask, shop)
  // Before the store is told anything; decided for good in the transaction below.
  await assertCurrencyFits(db, partner.id, shop.currency)
  const id = before?.id ?? newId()
  const subscribed = await subscribeTo(access, callbackUrl(visit.siteUrl, id), TOPICS, {
    signal: storePatience(),
  }).catch((error: unknown) => {
    throw refusedStore(error)
  })
  const failed = failedTopics(subscribed)
  if (failed.length === TOPICS.length) throw new AppError('bad_input', NO_WEBHOOKS)
  const secret = input.mode === 'token' ? input.apiSecret : input.clientSecret
  const columns = {
    ...columnsOf(proof),
    ...sealSecrets(id, { token: access.token, secret, previousSecret: null }),
    previousSecretUntil: null,
    ...stateAfter(failed.length),
    connectedAt: new Date(),
    connectedById: viewer.userId,
    lastDeliveryAt: null,
    // Start now: older orders are not ours.
    reconciledUntil: new Date(),
    disconnectedAt: null,
  }
  try {
    await db.$transaction(async (tx) => {
      await takeStoreCurrency(tx, partner.id, shop.currency)
      await tx.shopifyConnection.upsert({
        where: { partnerId: partner.id },
        create: { id, partnerId: partner.id, ...columns },
        update: columns,
      })
      await tx.shopifyWebhook.deleteMany({ where: { connectionId: id } })
      await noteSubscriptions(tx, id, subscribed)
      await adoptWebsite(tx, partner.id, shop, visit.siteUrl)
      const data = {
        ...{ shop: shop.domain, mode: input.mode, currency: shop.currency },
        failedTopics: failed.map(({ topic }) => topic),
      }
      await writeAudit(
        db,
        visit,
        { actorId: viewer.userId, action: 'store_connected', subjectId: partner.id, data },
        tx,
      )
    })
  } catch (error) {
    await forgetSubscriptions(access, subscribed)
    throw isTaken(error) ? new AppError('conflict', OF_ANOTHER) : error
  }
  return { shop: shop.domain, failed, importId: await beginStoreSync(db, id, viewer.userId) }
}

/**
 * Checks the partner's credentials against the store.
 * @throws AppError with the document's texts, naming missing scopes
 */
export async function proveAccess(shop: string, input: ReconnectStoreInput | ConnectStoreInput): Promise<Proof> {
  const given = await ofStore(async () => {
    if (input.mode === 'token') return { token: input.accessToken, expiresAt: null, clientId: null }
    const { clientId, clientSecret } = input
    const { token, expiresAt } = await exchangeCredentials(shop, clientId, clientSecret, { signal: storePatience() })
    return { token, expiresAt, clientId }
  })
  const access = { shop, token: given.token }
  const found = await ofStore(() => readShop(access, storePatience()))
  // A write scope includes reading.
  const has = new Set(found.scopes.flatMap((scope) => [scope, scope.replace(/^write_/, 'read_')]))
  const missing = NEEDED_SCOPES.filter((scope) => !has.has(scope))
  if (missing.length)
    throw new AppError(
      'bad_input',
      `Your Shopify app does not have ${missing.length === 1 ? 'a scope' : 'scopes'} that we need: ${missing.join(', ')}. Add ${missing.length === 1 ? 'this scope' : 'these scopes'} to the app, install it again, then enter its new token.`,
      { reason: 'scopes' },
    )
  return {
    access: { shop: found.domain, token: given.token },
    shop: found,
    tokenExpiresAt: given.expiresAt,
    clientId: given.clientId,
  }
}

/** Returns the columns for access to the store. */
export const columnsOf = ({ shop, tokenExpiresAt, clientId }: Proof) => ({
  shop: shop.domain,
  shopId: shop.id,
  shopName: shop.name.slice(0, 200),
  currency: shop.currency,
  mode: clientId === null ? ('token' as const) : ('client_credentials' as const),
  clientId,
  tokenExpiresAt,
  scopes: shop.scopes,
  apiVersion: API_VERSION,
  lastOkAt: new Date(),
})

/** @param failedTopics number of topics that could not be subscribed to */
export const stateAfter = (failedTopics: number): Pick<ShopifyConnection, 'status' | 'statusReason'> =>
  failedTopics
    ? { status: 'degraded', statusReason: `${failedTopics} of ${TOPICS.length} webhooks are not registered.` }
    : { status: 'active', statusReason: '' }

/** @throws AppError too_many */
export function countTry(partnerId: string): void {
  if (!tries.allows(partnerId))
    throw new AppError(
      'too_many',
      'You have tried this too often in the last few minutes. Please wait ten minutes and try again.',
    )
}

async function ofStore<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw refusedStore(error)
  }
}

async function refuseOthers({ db, partner }: Ask, { id, domain }: Shop): Promise<void> {
  const other = await db.shopifyConnection.findFirst({
    where: { OR: [{ shopId: id }, { shop: domain }], status: { not: 'revoked' }, partnerId: { not: partner.id } },
    select: { id: true },
  })
  if (other) throw new AppError('conflict', OF_ANOTHER)
}

/**
 * Verifies the shop's domains: the key to a shop proves them. One that another partner has proven otherwise, or whose
 * store is still connected, stays with that partner; the store's health then says what to do.
 */
async function adoptWebsite(
  tx: Prisma.TransactionClient,
  partnerId: string,
  shop: Shop,
  siteUrl: string,
): Promise<void> {
  await tx.partner.update({ where: { id: partnerId }, data: { platform: 'shopify' } })
  await tx.partner.updateMany({
    where: { id: partnerId, websiteUrl: null },
    data: { websiteUrl: `https://${shop.primaryHost}` },
  })
  for (const typed of new Set([shop.primaryHost, shop.domain])) {
    const held = await holdHost(tx, { partnerId, typed, proof: 'store' })
    if (held.outcome !== 'added' && held.outcome !== 'covered') continue
    for (const former of held.from) await tellFormerHolder(tx, siteUrl, former, held.host)
  }
  // A local test Shopify, which only this machine can reach: its storefront is local too.
  const { hostname } = new URL(addressOf(shop.domain))
  if (isLoopback(hostname)) await holdLoopback(tx, partnerId, hostname)
}

async function forgetSubscriptions(access: StoreAccess, subscribed: Awaited<ReturnType<typeof subscribeTo>>) {
  const ids = Object.values(subscribed).flatMap((result) => ('id' in result ? [result.id] : []))
  await unsubscribe(access, ids, { signal: storePatience() }).catch((error: unknown) =>
    log.warn({ err: error }, 'subscriptions were left behind'),
  )
}

const isTaken = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
