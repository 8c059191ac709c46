import { formatMoney } from '#server/platform/money.schema.ts'
import type { StoredProduct, StoredVariant } from './load-products.ts'

/**
 * Amounts are minor units of the product's currency, or text if the currency has changed. The client joins lists of
 * texts.
 */
type ChangeValue = string | number | null

/** One line of a product's history. */
export interface ProductChange {
  field:
    | 'name'
    | 'description'
    | 'status'
    | 'category'
    | 'brand'
    | 'tags'
    | 'material'
    | 'gender'
    | 'productUrl'
    | 'price'
    | 'originalPrice'
    | 'stock'
    | 'sku'
    | 'gtin'
    | 'variantUrl'
    | 'colourHex'
    | 'colours'
    | 'formatting'
    | 'variants'
    | 'pictures'
  before: ChangeValue
  after: ChangeValue
  /** The variant that changed, if the change is limited to one: 'M / Sage'. */
  variant?: string
}

/** A longer list would be unreadable. The snapshot contains all changes. */
const MAX_CHANGES = 60
const LONGEST = 200

/** Describes a change field by field; empty for a new product. */
export function describeChanges(before: StoredProduct | null, after: StoredProduct): ProductChange[] {
  if (!before) return []
  const changes: ProductChange[] = []
  const note = (field: ProductChange['field'], from: ChangeValue, to: ChangeValue, variant?: string) => {
    if (from !== to) changes.push({ field, before: short(from), after: short(to), ...(variant ? { variant } : {}) })
  }
  note('name', before.name, after.name)
  note('status', before.status, after.status)
  note('category', before.category?.name ?? null, after.category?.name ?? null)
  note('brand', before.brand.name, after.brand.name)
  note('description', before.description, after.description)
  if (before.description === after.description) note('formatting', before.descriptionHtml, after.descriptionHtml)
  note('tags', before.tags.join(', '), after.tags.join(', '))
  note('material', before.material, after.material)
  note('gender', before.gender, after.gender)
  note('productUrl', before.productUrl, after.productUrl)
  const old = new Map(before.variants.map((variant) => [variant.id, variant]))
  const names = after.variants.length > 1
  for (const variant of after.variants) {
    const was = old.get(variant.id)
    if (!was) continue
    const label = names ? variantLabel(variant) : undefined
    for (const [field, from, to] of [
      ['price', was.priceMinor, variant.priceMinor],
      ['originalPrice', was.originalPriceMinor, variant.originalPriceMinor],
    ] as const) {
      // If the currency has changed, minor units are ambiguous, so both amounts are formatted.
      if (was.currency === variant.currency) note(field, from, to, label)
      else note(field, amountIn(was.currency, from), amountIn(variant.currency, to), label)
    }
    note('stock', was.stock, variant.stock, label)
    note('sku', was.sku, variant.sku, label)
    note('gtin', was.gtin, variant.gtin, label)
    note('variantUrl', was.storeLink, variant.storeLink, label)
    note('colourHex', was.colourHex, variant.colourHex, label)
  }
  note('colours', before.colourPalette.join(', '), after.colourPalette.join(', '))
  note('variants', labels(before.variants), labels(after.variants))
  if (!samePictures(before, after))
    changes.push({ field: 'pictures', before: before.images.length, after: after.images.length })
  return changes.slice(0, MAX_CHANGES)
}

/** Describes a new product in one line: '€189.00 to €199.00 (was €229.00), 12 in stock, 3 variants'. */
export function describeNew({ currency, variants, stock, ...product }: StoredProduct): string {
  const { priceMinor, priceMaxMinor, originalPriceMinor } = product
  const price = formatMoney(priceMinor, currency)
  const most = priceMaxMinor > priceMinor ? ` to ${formatMoney(priceMaxMinor, currency)}` : ''
  const was = originalPriceMinor === null ? '' : ` (was ${formatMoney(originalPriceMinor, currency)})`
  const many = variants.length > 1 ? [`${variants.length} variants`] : []
  return [`${price}${most}${was}`, stock === null ? 'stock unknown' : `${stock} in stock`, ...many].join(', ')
}

/** Returns 'M / Sage / Petite', or 'One variant' for a variant without options. */
export function variantLabel({
  size,
  colourName,
  options,
}: Pick<StoredVariant, 'size' | 'colourName' | 'options'>): string {
  return [size, colourName, ...Object.values(options)].filter(Boolean).join(' / ') || 'One variant'
}

const amountIn = (currency: string, minor: number | null) => (minor === null ? null : formatMoney(minor, currency))

const labels = (variants: StoredVariant[]) => variants.map(variantLabel).join(', ')

function samePictures(before: StoredProduct, after: StoredProduct): boolean {
  const facts = ({ images }: StoredProduct) =>
    images
      .toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
      .map(({ id, alt, isPrimary, colourName }) => [id, alt, isPrimary, colourName])
  return JSON.stringify(facts(before)) === JSON.stringify(facts(after))
}

const short = (value: ChangeValue): ChangeValue =>
  typeof value === 'string' && value.length > LONGEST ? `${value.slice(0, LONGEST - 1)}…`.toWellFormed() : value
