import { productBatches } from '#server/catalogue/product-batches.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { LOCKED } from './change-one.ts'
import type { VariantChange } from './change-variants.schema.ts'
import { requireRoom } from './fit-plans.ts'
import { loadProductsById, type StoredProduct, type StoredVariant } from './load-products.ts'
import { findManaged } from './managed-products.ts'
import { planChange, withVariants, type ProductPlan } from './plan-product.ts'
import { newAct, recordEvents, type Act, type Actor } from './product-acts.ts'
import { inCurrency, getProductOwner, type PricedOwner } from './product-owner.ts'
import { priceRules } from './parse-price.ts'
import { writing } from './save-products.ts'
import { writePlans } from './write-plans.ts'

/** Maximum variants of all products in a call, including unchanged ones: about half a second of work. */
const MAX_ROWS = 10_000

/** The result of a call. Changes are counted by variant. */
interface ChangedVariants {
  changed: number
  unchanged: number
  /** Changes that were not made, by their position in the call, and why. */
  refused: Array<{ index: number; reason: string }>
}

/** A change and its variant. */
interface Named {
  index: number
  change: VariantChange
  variantId: string
  productId: string
}

/**
 * Sets the stock and prices of single variants of the partner's products, in batches of bounded size, each in a
 * transaction. A change that cannot be made is refused separately. Changes are absolute, so a repeated call changes
 * nothing.
 * @throws AppError bad_input if the products have too many variants for one call
 */
export async function changeVariants(
  { db, partner, actor }: Pick<PartnerAsk, 'db' | 'partner'> & { actor: Actor },
  changes: VariantChange[],
): Promise<ChangedVariants> {
  const owner = await getProductOwner(db, partner.id)
  const { named, refused } = await findVariants(db, partner.id, changes)
  const productIds = [...new Set(named.map(({ productId }) => productId))]
  const rows = await db.productVariant.count({ where: { productId: { in: productIds } } })
  if (rows > MAX_ROWS)
    throw new AppError(
      'bad_input',
      `These products have ${rows.toLocaleString('en')} variants, and one request can cover ${MAX_ROWS.toLocaleString('en')}. Send variants of fewer products at a time. Nothing was changed.`,
    )
  const act = newAct({ partnerId: partner.id, kind: productIds.length > 1 ? 'bulk' : 'edit', actor })
  const total: ChangedVariants = { changed: 0, unchanged: 0, refused }
  for await (const batch of productBatches(db, productIds)) {
    const byProduct = new Map(batch.map((id) => [id, named.filter(({ productId }) => productId === id)]))
    const done = await changeBatch(db, byProduct, owner, act)
    total.changed += done.changed
    total.unchanged += done.unchanged
    total.refused.push(...done.refused)
  }
  total.refused.sort((a, b) => a.index - b.index)
  return total
}

/** Finds the partner's variants for these changes. */
async function findVariants(
  db: Db,
  partnerId: string,
  changes: VariantChange[],
): Promise<{ named: Named[]; refused: ChangedVariants['refused'] }> {
  const ids = changes.flatMap(({ variantId }) => variantId ?? [])
  const skus = changes.flatMap(({ sku }) => sku ?? [])
  // eslint-disable-next-line house/listed-products -- includes the partner's own drafts
  const rows = await db.productVariant.findMany({
    where: { product: { partnerId, deletedAt: null }, OR: [{ id: { in: ids } }, { sku: { in: skus } }] },
    take: MAX_ROWS + 1,
    select: { id: true, sku: true, productId: true },
  })
  if (rows.length > MAX_ROWS)
    throw new AppError('bad_input', 'Too many variants have these SKUs. Send variantId instead. Nothing was changed.')
  const byId = new Map(rows.map((row) => [row.id, row]))
  const bySku = Map.groupBy(rows, ({ sku }) => sku)
  const named: Named[] = []
  const refused: ChangedVariants['refused'] = []
  const seen = new Set<string>()
  changes.forEach((change, index) => {
    const refuse = (reason: string) => void refused.push({ index, reason })
    const found = change.sku === undefined ? [byId.get(change.variantId ?? '')] : (bySku.get(change.sku) ?? [])
    const [variant] = found
    if (!variant) return refuse('Variant not found.')
    if (found.length > 1) return refuse('Several variants have this SKU. Send variantId instead.')
    if (seen.has(variant.id)) return refuse('This request names the variant more than once.')
    seen.add(variant.id)
    named.push({ index, change, variantId: variant.id, productId: variant.productId })
  })
  return { named, refused }
}

const changeBatch = (db: Db, byProduct: ReadonlyMap<string, Named[]>, owner: PricedOwner, act: Act) =>
  writing(db, owner.partner.id, async (tx) => {
    const found = await loadProductsById(tx, owner.partner.id, [...byProduct.keys()])
    const managed = await findManaged(tx, [...found.keys()])
    const result: ChangedVariants = { changed: 0, unchanged: 0, refused: [] }
    const plans: ProductPlan[] = []
    for (const [productId, named] of byProduct) {
      const product = found.get(productId)?.product
      const refuse = ({ index }: Named, reason: string) => void result.refused.push({ index, reason })
      if (!product || product.deletedAt) {
        for (const each of named) refuse(each, 'Variant not found.')
        continue
      }
      const { partner } = inCurrency(owner, product.currency)
      const variants = new Map(product.variants.map((variant) => [variant.id, variant]))
      for (const each of named) {
        const before = variants.get(each.variantId)
        if (!before) {
          refuse(each, 'Variant not found.')
          continue
        }
        const after = changeVariant(before, each.change, partner, managed.has(productId))
        if (typeof after === 'string') {
          refuse(each, after)
          continue
        }
        if (after.stock === before.stock && isSamePrice(after, before)) result.unchanged++
        else result.changed++
        variants.set(after.id, after)
      }
      const after: StoredProduct = withVariants(product, [...variants.values()], partner)
      const plan = planChange(product, after, owner.partner.id)
      if (plan) plans.push(plan)
    }
    await writePlans(tx, await requireRoom(tx, owner.partner.id, plans), { now: new Date(), isSync: false })
    await recordEvents(tx, act, plans)
    return result
  })

const isSamePrice = (a: StoredVariant, b: StoredVariant): boolean =>
  a.priceMinor === b.priceMinor && a.originalPriceMinor === b.originalPriceMinor

/** Returns the variant after the change, or why it cannot be changed. */
function changeVariant(
  variant: StoredVariant,
  { stock, priceMinor, originalPriceMinor, currency }: VariantChange,
  partner: { currency: string; baseRate: number },
  isManaged: boolean,
): StoredVariant | string {
  const setsPrice = priceMinor !== undefined || originalPriceMinor !== undefined
  if (isManaged && setsPrice) return LOCKED.price ?? ''
  if (isManaged && stock !== undefined) return LOCKED.stock ?? ''
  if (currency !== undefined && currency !== variant.currency)
    return `The price is in ${currency}, but this product’s prices are in ${variant.currency}.`
  const price = priceMinor ?? variant.priceMinor
  if (Math.max(price, originalPriceMinor ?? 0) > priceRules(partner.currency, partner.baseRate).maxMinor)
    return 'The price is higher than we can store.'
  if (originalPriceMinor !== undefined && originalPriceMinor !== null && originalPriceMinor <= price)
    return 'The original price must be higher than the price. Send null if the product is not reduced.'
  const original = originalPriceMinor === undefined ? variant.originalPriceMinor : originalPriceMinor
  return {
    ...variant,
    stock: stock === undefined ? variant.stock : stock,
    priceMinor: price,
    // If the price is not below the original price, there is no reduction.
    originalPriceMinor: original !== null && original > price ? original : null,
  }
}
