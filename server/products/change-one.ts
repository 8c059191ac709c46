import type { ProductStatus } from '#prisma/generated/enums.ts'
import type { KnownCategory } from './category-words.ts'
import { MAX_PRODUCT } from './incoming-product.schema.ts'
import type { StoredProduct, StoredVariant } from './load-products.ts'
import type { ProductsChange } from './own-products.schema.ts'
import { withVariants, type PlanContext } from './plan-product.ts'

const MAX_MINOR = 2_000_000_000

/** Changes that the store's next message would undo. */
export const LOCKED: Partial<Record<ProductsChange['kind'], string>> = {
  status: 'Your store manages its status. Change it there.',
  stock: 'Your store manages its stock. Change it there.',
  price: 'Your store manages its prices. Change them there.',
  delete: 'Your store manages it. Archive or delete it there.',
}

/** Why one product cannot be changed like the others. */
export class Refusal {
  readonly reason: string

  constructor(reason: string) {
    this.reason = reason
  }
}

interface ChangeContext {
  /** In the product's currency. */
  partner: Pick<PlanContext['partner'], 'currency' | 'baseRate'>
  /** The partner's current currency. */
  ownCurrency: string
  /** Set for a change of category. */
  category: KnownCategory | null
  /** The status to restore a deleted product to. */
  statusBefore: ProductStatus
  /** A connected store manages the product. */
  isManaged: boolean
  now: Date
}

/** Returns the changed product, or a refusal if the change makes no sense for it. */
export function changeOne(
  product: StoredProduct,
  change: ProductsChange,
  { partner, ownCurrency, category, statusBefore, isManaged, now }: ChangeContext,
): StoredProduct | Refusal {
  if (change.kind === 'restore')
    return product.deletedAt ? { ...product, status: statusBefore, deletedAt: null } : product
  if (product.deletedAt) return change.kind === 'delete' ? product : new Refusal('It has been deleted.')
  const ofStore = isManaged ? LOCKED[change.kind] : undefined
  if (ofStore) return new Refusal(ofStore)
  switch (change.kind) {
    case 'status':
      return { ...product, status: change.status }
    case 'delete':
      return { ...product, status: 'archived', deletedAt: now.toISOString() }
    case 'category':
      return { ...product, categoryId: category?.id ?? null, category }
    case 'add-tag':
      return addTag(product, change.tag)
    case 'remove-tag':
      return { ...product, tags: product.tags.filter((tag) => !isSameTag(tag, change.tag)) }
    case 'stock':
      return withVariants(
        product,
        product.variants.map((variant) => ({ ...variant, stock: change.stock })),
        partner,
      )
    case 'price': {
      if (product.variants.some(({ currency }) => currency !== ownCurrency))
        return new Refusal(`Its prices are in a currency other than ${ownCurrency}.`)
      const variants = product.variants.map((variant) => withPrice(variant, change))
      if (variants.some(({ priceMinor }) => priceMinor > MAX_MINOR))
        return new Refusal('The new price would be too high.')
      return withVariants(product, variants, partner)
    }
  }
}

const isSameTag = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

function addTag(product: StoredProduct, added: string): StoredProduct | Refusal {
  if (product.tags.some((tag) => isSameTag(tag, added))) return product
  if (product.tags.length >= MAX_PRODUCT.tags) return new Refusal(`It already has ${MAX_PRODUCT.tags} tags.`)
  return { ...product, tags: [...product.tags, added] }
}

/** Changes the price, which never becomes negative. The original price is only kept if it is above the new price. */
function withPrice(variant: StoredVariant, { by, showsOldPrice }: ProductsChange & { kind: 'price' }): StoredVariant {
  const { priceMinor: old } = variant
  const priceMinor = Math.max(0, by.unit === 'percent' ? Math.round((old * (100 + by.value)) / 100) : old + by.value)
  const before = showsOldPrice && priceMinor < old ? old : variant.originalPriceMinor
  return { ...variant, priceMinor, originalPriceMinor: before !== null && before > priceMinor ? before : null }
}
