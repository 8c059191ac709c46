import type { PartnerAsk } from '#server/platform/ask.ts'
import { newId } from '#server/platform/ids.ts'
import { loadOwnProduct } from './edit-product.service.ts'
import { freeHandle } from './find-clashes.ts'
import { requireRoom } from './fit-plans.ts'
import { MAX_PRODUCT } from './incoming-product.schema.ts'
import { planChange, withVariants } from './plan-product.ts'
import { actorOf, newAct, recordEvents } from './product-acts.ts'
import type { ProductInput } from './product-form.schema.ts'
import { inCurrency, getProductOwner } from './product-owner.ts'
import { writing } from './save-products.ts'
import { refuseTakenDown } from './take-down.ts'
import { writePlans } from './write-plans.ts'

/**
 * Copies a product as a draft, '<name> (copy)', with the same pictures. SKUs and GTINs stay with the original.
 * @throws AppError not_found for a deleted product or another partner's; conflict for one that was taken down; too_many
 *   if a quota of the partner is reached
 */
export async function duplicateProduct(
  { db, viewer, partner }: Pick<PartnerAsk, 'db' | 'viewer' | 'partner'>,
  { productId }: ProductInput,
): Promise<{ productId: string; name: string }> {
  const owner = await getProductOwner(db, partner.id)
  return writing(db, partner.id, async (tx) => {
    const { product } = await loadOwnProduct(tx, partner.id, productId)
    await refuseTakenDown(tx, productId)
    const mark = ' (copy)'
    const name = `${product.name.slice(0, MAX_PRODUCT.name - mark.length)}${mark}`.toWellFormed()
    const copy = withVariants(
      {
        ...product,
        id: newId(),
        name,
        handle: await freeHandle(tx, partner.id, `${product.handle.slice(0, MAX_PRODUCT.handle - 20)}-copy`),
        status: 'draft',
        images: product.images.map((image) => ({ ...image, id: newId() })),
      },
      product.variants.map((variant) => ({ ...variant, id: newId(), sku: null, gtin: null })),
      inCurrency(owner, product.currency).partner,
    )
    const plan = planChange(null, copy, partner.id)
    const plans = plan ? [plan] : []
    await writePlans(tx, await requireRoom(tx, partner.id, plans), { now: new Date(), isSync: false })
    await recordEvents(tx, newAct({ partnerId: partner.id, kind: 'duplicate', actor: actorOf(viewer) }), plans)
    return { productId: copy.id, name }
  })
}
