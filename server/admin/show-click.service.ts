import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { LISTED_WHERE } from '#server/platform/listed.ts'
import type { ClickToShowInput } from './search.schema.ts'

const MAX_SALES = 20

/**
 * Returns a click's evidence, its target in the store, and the sales that name it. Prices are in minor units. The hash
 * of the visitor's IP address is never returned.
 * @throws AppError not_found
 */
export async function showClick(db: Db, { clickId }: ClickToShowInput) {
  const click = await db.outboundClick.findUnique({ where: { id: clickId }, omit: { ipHash: true, visitorId: true } })
  if (!click) throw new AppError('not_found', 'Click not found. Old clicks are deleted.')
  const listed = { id: click.productId, ...LISTED_WHERE }
  const [partner, product, isProductListed, user, signals, sales] = await Promise.all([
    db.partner.findUnique({ where: { id: click.partnerId }, select: { id: true, businessName: true } }),
    // eslint-disable-next-line house/listed-products -- administrators see clicked products, listed or not
    db.product.findUnique({ where: { id: click.productId }, select: { id: true, name: true } }),
    db.product.count({ where: listed }),
    click.userId ? db.user.findUnique({ where: { id: click.userId }, select: { id: true, email: true } }) : null,
    db.clickSignal.findMany({ where: { clickId }, orderBy: { at: 'asc' }, select: { kind: true, at: true } }),
    db.conversion.findMany({
      where: { clickId },
      orderBy: { orderedAt: 'asc' },
      take: MAX_SALES,
      select: { id: true, orderName: true, externalId: true, status: true, orderedAt: true },
    }),
  ])
  return { ...click, partner, product, isProductListed: isProductListed > 0, user, signals, sales }
}
