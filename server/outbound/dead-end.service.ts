import { LISTED_WHERE } from '#server/platform/listed.ts'
import { isId } from '#server/platform/ids.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * Returns a listed product and its store, for the page that explains why /go cannot redirect to them.
 * @throws AppError not_found
 */
export async function getDeadEnd(
  db: Db,
  productId: string,
): Promise<{ productName: string; partnerId: string; businessName: string }> {
  if (!isId(productId)) throw new AppError('not_found', 'Product not found')
  const product = await db.product.findFirst({
    where: { id: productId, ...LISTED_WHERE },
    select: { name: true, partner: { select: { id: true, businessName: true } } },
  })
  if (!product) throw new AppError('not_found', 'Product not found')
  return { productName: product.name, partnerId: product.partner.id, businessName: product.partner.businessName }
}
