import type { ShopifyConnection } from '#prisma/generated/client.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db.ts'
import { clearReason } from '#server/stores/connection-state.ts'
import { platformOf } from '#server/stores/platforms.ts'
import { accessOf } from '#server/stores/store-access.ts'
import { StoreError } from '#server/stores/store-error.ts'
import { importNewPrices } from './old-prices.ts'

const CHANGED = 'Your store’s currency has changed'

/** Answers of stores that hide their currency from a key that may read products. */
const WITHOUT_CURRENCY: ReadonlySet<StoreError['kind']> = new Set([
  'unauthorized',
  'forbidden',
  'not_found',
  'bad_answer',
])

/**
 * Checks a store's currency before prices are written, because a store's product data has no currency. Call it after the
 * prices were read, so that they cannot be in a newer currency. If the store does not report its currency, the known one
 * applies. While it differs from the partner's, the connection needs attention. Once they are the same, all products are
 * imported again.
 * @returns the connection with its current currency
 * @throws StoreError if the store does not respond
 */
export async function withCurrency(
  db: Db,
  connection: ShopifyConnection,
  signal: AbortSignal,
): Promise<ShopifyConnection> {
  try {
    const access = await accessOf(db, connection, { signal })
    const currency = await platformOf(connection).fetchCurrency(access, signal)
    await noteCurrency(db, connection, currency)
    return { ...connection, currency }
  } catch (error) {
    if (!(error instanceof StoreError) || !WITHOUT_CURRENCY.has(error.kind)) throw error
    const { currency } = await db.shopifyConnection.findUniqueOrThrow({
      where: { id: connection.id },
      select: { currency: true },
    })
    return { ...connection, currency }
  }
}

async function noteCurrency(db: Db, connection: ShopifyConnection, currency: string): Promise<void> {
  const { id, partnerId, shop, currency: from } = connection
  const connected = { id, status: { not: 'revoked' as const } }
  await db.$transaction(async (tx) => {
    const { count } = await tx.shopifyConnection.updateMany({
      where: { ...connected, currency: { not: currency } },
      data: { currency },
    })
    const data = { shop, from, to: currency }
    const note = { actorId: null, action: 'store_currency_changed', subjectId: partnerId, data }
    if (count) await writeAudit(db, null, note, tx)
  })
  const partner = await db.partner.findUniqueOrThrow({ where: { id: partnerId }, select: { currency: true } })
  if (currency === partner.currency) {
    await clearReason(db, connection, { startsWith: CHANGED })
    await importNewPrices(db, { id, partnerId, currency })
    return
  }
  await db.shopifyConnection.updateMany({
    where: connected,
    data: {
      status: 'degraded',
      statusReason: `${CHANGED}: it sells in ${currency}, but your currency on WTF is ${partner.currency}. We stopped updating your products. Change your currency to ${currency} under Settings, Profile, or change it back in your store. We will update your products once both are the same.`,
    },
  })
}
