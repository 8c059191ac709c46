import type { ShopifyConnection } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { accessOf } from '#server/stores/store-access.ts'
import { StoreError } from '#server/stores/store-error.ts'
import type { StoreAccess } from '#server/stores/store-platform.ts'
import { platformOf } from '#server/stores/platforms.ts'
import { beginStoreSync } from './store-sync.ts'

/**
 * Checks a store's currency again. While it differs from the partner's, the connection needs attention and products are
 * not updated. Once the partner has changed its currency, too, all products are imported again.
 * @returns the connection with its current currency
 */
export async function compareCurrency(
  db: Db,
  connection: ShopifyConnection,
  access: StoreAccess,
  signal: AbortSignal,
): Promise<ShopifyConnection> {
  const { id, partnerId } = connection
  const currency = await platformOf(connection).fetchCurrency(access, signal)
  const partner = await db.partner.findUniqueOrThrow({ where: { id: partnerId }, select: { currency: true } })
  const connected = { id, status: { not: 'revoked' as const } }
  if (currency !== connection.currency) await db.shopifyConnection.updateMany({ where: connected, data: { currency } })
  if (currency !== partner.currency)
    await db.shopifyConnection.updateMany({
      where: connected,
      data: {
        status: 'degraded',
        statusReason: `Your store’s currency has changed: it sells in ${currency}, but your currency on WTF is ${partner.currency}. We stopped updating your products. Change your currency to ${currency} under Settings, Profile, or change it back in your store. Then select “Compare with your store now”.`,
      },
    })
  else await importNewPrices(db, { id, partnerId, currency })
  return { ...connection, currency }
}

/** Answers of stores that hide their currency from a key that may read products. */
const WITHOUT_CURRENCY: ReadonlySet<StoreError['kind']> = new Set([
  'unauthorized',
  'forbidden',
  'not_found',
  'bad_answer',
])

/**
 * Checks the currency like `compareCurrency` before prices are written, because a store's product data has no currency.
 * Call it after the prices were read, so that they cannot be in a newer currency. If the store does not report its
 * currency, the known one applies.
 */
export async function withCurrency(
  db: Db,
  connection: ShopifyConnection,
  signal: AbortSignal,
): Promise<ShopifyConnection> {
  try {
    return await compareCurrency(db, connection, await accessOf(db, connection, { signal }), signal)
  } catch (error) {
    if (error instanceof StoreError && WITHOUT_CURRENCY.has(error.kind)) return connection
    throw error
  }
}

/**
 * Imports a store's products again if some still have prices in another currency, and no import has begun since the
 * partner changed its currency. A successful import is not repeated, because the store may be unable to send all prices
 * again.
 * @param connection with the partner's current currency
 */
export async function importNewPrices(
  db: Db,
  { id, partnerId, currency }: Pick<ShopifyConnection, 'id' | 'partnerId' | 'currency'>,
  now = new Date(),
): Promise<void> {
  // eslint-disable-next-line house/listed-products -- the partner's own products, including drafts
  const old = await db.storeProduct.findFirst({
    where: {
      connectionId: id,
      product: { deletedAt: null, status: { not: 'archived' }, currency: { not: currency } },
    },
    select: { productId: true },
  })
  if (!old) return
  const changed = await db.auditEntry.findFirst({
    where: { subjectId: partnerId, action: 'partner_currency_changed' },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    select: { at: true },
  })
  if (!changed) return
  // A failed import is tried again after a day: some stores are compared every few minutes.
  const aDayAgo = new Date(now.getTime() - DAY_MS)
  const isTried = { OR: [{ status: { not: 'failed' as const } }, { createdAt: { gte: aDayAgo } }] }
  const where = { connectionId: id, createdAt: { gte: changed.at }, ...isTried }
  if (!(await db.productImport.count({ where }))) await beginStoreSync(db, id, null)
}
