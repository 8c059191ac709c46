import type { ShopifyConnection } from '#prisma/generated/client.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * Returns the partner's connected store.
 * @throws AppError not_found
 */
export async function ownStore({ db, partner }: Pick<PartnerAsk, 'db' | 'partner'>): Promise<ShopifyConnection> {
  const connection = await db.shopifyConnection.findFirst({
    where: { partnerId: partner.id, status: { not: 'revoked' } },
  })
  if (!connection) throw new AppError('not_found', 'No store is connected.')
  return connection
}
