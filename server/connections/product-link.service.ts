import type { PartnerAsk } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ProductInput } from '#server/products/product-form.schema.ts'
import { platformOf } from '#server/stores/platforms.ts'

/**
 * Returns the address of one of the partner's products in the connected store's admin; null if no store manages it.
 * @throws AppError not_found for another partner's product
 */
export async function findProductLink(
  { db, partner }: Pick<PartnerAsk, 'db' | 'partner'>,
  { productId }: ProductInput,
): Promise<string | null> {
  // eslint-disable-next-line house/listed-products -- the partner's own products, including drafts
  const product = await db.product.findFirst({
    where: { id: productId, partnerId: partner.id },
    select: {
      storeProducts: {
        where: { connection: { status: { not: 'revoked' } } },
        take: 1,
        select: { externalId: true, connection: { select: { platform: true, shop: true } } },
      },
    },
  })
  if (!product) throw new AppError('not_found', 'Product not found. It may have been deleted.')
  const [found] = product.storeProducts
  return found ? platformOf(found.connection).adminUrlOf(found.connection.shop, found.externalId) : null
}
