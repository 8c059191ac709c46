import { Prisma } from '#prisma/generated/client.ts'
import { beginStoreSync } from '#server/importing/store-sync.ts'
import { assertCurrencyFits, takeStoreCurrency } from '#server/partners/currency/change-currency.service.ts'
import { claimWebsite, holdHost, holdLoopback } from '#server/partners/hosts/hold-host.ts'
import { tellFormerHolder } from '#server/partners/hosts/tell-former-holder.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { log } from '#server/platform/log.ts'
import { isLoopback } from '#server/platform/reach.ts'
import type { StoreAccess, StorePlatform, StoreShop, Subscribed } from '#server/stores/store-platform.ts'
import { stateAfter } from '#server/stores/connection-state.ts'
import { sealSecrets } from '#server/stores/store-secrets.ts'
import { storeCallbackUrl } from './store-callback-url.ts'
import { failedTopics, noteSubscriptions } from './keep-subscriptions.ts'
import { resumeLooking } from './look-at-journeys.ts'
import { ofStore, storePatience } from './refused-store.ts'

type Ask = Pick<PartnerAsk, 'db' | 'visit' | 'viewer' | 'partner'>

/** The facts that a successful request to the store proves. */
export interface Proof {
  platform: StorePlatform
  access: StoreAccess
  shop: StoreShop
  tokenExpiresAt: Date | null
  clientId: string | null
  /** Whether the partner has agreed to switch to the store's currency. */
  takesCurrency: boolean
}

const OF_ANOTHER: Readonly<Record<StorePlatform['name'], string>> = {
  shopify: 'This Shopify store is already connected to another account.',
  woocommerce: 'This WooCommerce store is already connected to another account.',
}

export const SECOND_STORE = 'A store is already connected. Disconnect it to connect another one.'

/** @throws AppError conflict if the partner has a connected store */
export async function refuseSecondStore({ db, partner }: Pick<Ask, 'db' | 'partner'>): Promise<void> {
  if (await db.shopifyConnection.count({ where: { partnerId: partner.id, status: { not: 'revoked' } } }))
    throw new AppError('conflict', SECOND_STORE)
}

/**
 * Opens a connection with proven access: subscribes to the platform's webhook topics, stores the secrets encrypted, and
 * starts a product import. Links to the shop's own domain are allowed from then on. A partner without products and
 * sales can agree to switch to the store's currency. A store that was connected before gets its old connection back,
 * with its products and orders. Every other store gets a new one, because two stores may use the same ids.
 * @param secret the store's secret for signing webhooks
 * @param judge throws if too many topics could not be subscribed to
 * @returns the topics that could not be subscribed to, and the product import
 * @throws AppError conflict, bad_input
 */
export async function openConnection(
  ask: Ask,
  proof: Proof,
  secret: string,
  judge: (failed: ReturnType<typeof failedTopics>) => void,
) {
  const { db, visit, viewer, partner } = ask
  const { platform, access, shop } = proof
  await refuseOthers(ask, proof)
  // Check before changing anything in the store. The transaction below checks again.
  await assertCurrencyFits(db, partner.id, proof)
  const before = await db.shopifyConnection.findFirst({
    where: { partnerId: partner.id, platform: platform.name, shopId: shop.id },
    select: { id: true, reconciledUntil: true, connectedAt: true },
  })
  const id = before?.id ?? newId()
  const uri = storeCallbackUrl(visit.siteUrl, { id, platform: platform.name })
  const subscribed = await ofStore(
    () => platform.subscribe(access, uri, platform.topics, { signal: storePatience(), secret }),
    platform,
  )
  const failed = failedTopics(subscribed)
  judge(failed)
  const granted = connectionColumns(proof)
  const columns = {
    ...granted,
    ...sealSecrets(id, { token: access.token, secret, previousSecret: null }),
    previousSecretUntil: null,
    ...stateAfter(platform, failed.length),
    connectedAt: new Date(),
    connectedById: viewer.userId,
    lastDeliveryAt: null,
    // A new store starts now: older orders are not our sales. A known store may have changed orders while disconnected.
    reconciledUntil: before ? (before.reconciledUntil ?? before.connectedAt) : new Date(),
    disconnectedAt: null,
  }
  try {
    await db.$transaction(async (tx) => {
      await takeStoreCurrency(ask, tx, proof)
      if (!before) await tx.shopifyConnection.create({ data: { id, partnerId: partner.id, ...columns } })
      // Two requests may connect the same store at the same time, each with a secret of its own.
      else if (!(await tx.shopifyConnection.updateMany({ where: { id, status: 'revoked' }, data: columns })).count)
        throw new AppError('conflict', SECOND_STORE)
      await tx.shopifyWebhook.deleteMany({ where: { connectionId: id } })
      await resumeLooking(tx, id)
      await noteSubscriptions(tx, id, subscribed)
      await adoptWebsite(tx, partner.id, proof, visit.siteUrl)
      const data = {
        shop: shop.domain,
        mode: granted.mode,
        currency: shop.currency,
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
    await forgetSubscriptions(proof, subscribed)
    if (!isTaken(error)) throw error
    // Two requests may connect different stores at the same time.
    await refuseSecondStore(ask)
    throw new AppError('conflict', OF_ANOTHER[platform.name])
  }
  return { shop: shop.domain, failed, importId: await beginStoreSync(db, id, viewer.userId) }
}

/** Returns the columns for access to the store. */
export const connectionColumns = ({ platform, shop, tokenExpiresAt, clientId }: Proof) => ({
  platform: platform.name,
  shop: shop.domain,
  shopId: shop.id,
  shopName: shop.name.slice(0, 200),
  currency: shop.currency,
  mode: clientId === null ? ('token' as const) : ('client_credentials' as const),
  clientId,
  tokenExpiresAt,
  scopes: shop.scopes,
  apiVersion: platform.apiVersion,
  lastOkAt: new Date(),
})

async function refuseOthers({ db, partner }: Ask, { platform, shop: { id, domain } }: Proof): Promise<void> {
  const other = await db.shopifyConnection.findFirst({
    where: {
      platform: platform.name,
      OR: [{ shopId: id }, { shop: domain }],
      status: { not: 'revoked' },
      partnerId: { not: partner.id },
    },
    select: { id: true },
  })
  if (other) throw new AppError('conflict', OF_ANOTHER[platform.name])
}

/**
 * Verifies the shop's domains, because access to a shop proves them. A domain stays with another partner that has
 * proven it in another way, or that still has a store connected there. The store's health then says what to do. A shop
 * in a folder proves only the folder, since others may have the rest of the host. So the partner still has to prove the
 * host.
 */
async function adoptWebsite(
  tx: Prisma.TransactionClient,
  partnerId: string,
  { platform, shop }: Proof,
  siteUrl: string,
): Promise<void> {
  await tx.partner.update({ where: { id: partnerId }, data: { platform: platform.name } })
  await tx.partner.updateMany({
    where: { id: partnerId, websiteUrl: null },
    data: { websiteUrl: homeOf(platform, shop) },
  })
  for (const typed of new Set([shop.primaryHost, shop.domain])) {
    if (shop.domain.includes('/')) {
      await claimWebsite(tx, partnerId, typed)
      continue
    }
    const held = await holdHost(tx, { partnerId, typed, proof: 'store' })
    if (held.outcome !== 'added' && held.outcome !== 'covered') continue
    for (const former of held.from) await tellFormerHolder(tx, siteUrl, former, held.host)
  }
  // A local test store, which only this machine can reach: its storefront is local too.
  const { hostname } = new URL(platform.addressOf(shop.domain))
  if (isLoopback(hostname)) await holdLoopback(tx, partnerId, hostname)
}

/** Returns the URL of the store's home page. A store in a folder or on a port has the same base URL as its API. */
const homeOf = ({ addressOf }: StorePlatform, { domain, primaryHost }: StoreShop): string =>
  domain.startsWith(primaryHost) && domain !== primaryHost ? addressOf(domain) : `https://${primaryHost}`

async function forgetSubscriptions({ platform, access }: Proof, subscribed: Subscribed) {
  const ids = Object.values(subscribed).flatMap((result) => ('id' in result ? [result.id] : []))
  await platform
    .unsubscribe(access, ids, { signal: storePatience() })
    .catch((error: unknown) => log.warn({ err: error }, 'webhooks could not be deregistered'))
}

const isTaken = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
