import type { ShopifyConnection } from '#prisma/generated/client.ts'
import { beginStoreSync } from '#server/importing/store-sync.ts'
import type { Db } from '#server/platform/db.ts'
import type { StoreAccess } from '#server/stores/store-platform.ts'
import { platformOf } from '#server/stores/platforms.ts'

const CHANGED = 'Your store’s currency has changed'

/**
 * Checks a store's currency again. While it differs from the partner's, the connection needs attention and products are
 * not updated. Once they match again, all products are imported again, because their prices are in the new currency.
 * @returns the connection with its current currency
 */
export async function compareCurrency(
  db: Db,
  connection: ShopifyConnection,
  access: StoreAccess,
  signal: AbortSignal,
): Promise<ShopifyConnection> {
  const { id, partnerId, statusReason } = connection
  const { currency } = await platformOf(connection).fetchShop(access, signal)
  const partner = await db.partner.findUniqueOrThrow({ where: { id: partnerId }, select: { currency: true } })
  const connected = { id, status: { not: 'revoked' as const } }
  if (currency !== connection.currency) await db.shopifyConnection.updateMany({ where: connected, data: { currency } })
  if (currency !== partner.currency)
    await db.shopifyConnection.updateMany({
      where: connected,
      data: {
        status: 'degraded',
        statusReason: `${CHANGED}: it sells in ${currency}, but your currency on WTF is ${partner.currency}. We stopped updating your products. Change your currency to ${currency} under Settings, Profile, or change it back in your store. Then select “Compare with your store now”.`,
      },
    })
  else if (statusReason.startsWith(CHANGED)) await beginStoreSync(db, id, null)
  return { ...connection, currency }
}
