import { summariseVariants } from '#server/catalogue/summarise-variants.ts'
import { newId } from '#server/platform/ids.ts'
import { toBaseMinor } from '#server/platform/money.ts'
import type { KnownCategory } from './category-words.ts'
import type { IncomingImage, IncomingProduct, IncomingVariant } from '#server/products/incoming-product.schema.ts'
import type { StoredImage, StoredProduct, StoredVariant } from '#server/products/load-products.ts'
import { optionKey } from './option-key.ts'

export interface PlanContext {
  partner: { id: string; businessName: string; currency: string; baseRate: number }
  brand: { id: string; name: string }
  /** Null if the product does not say. */
  category: KnownCategory | null
}

/** A product's own row, without the columns that an import never sets. */
type ProductRow = Omit<StoredProduct, 'variants' | 'images' | 'brand' | 'category'>

export interface ProductPlan {
  kind: 'created' | 'updated'
  product: ProductRow & { partnerId: string }
  /** New and changed rows only. */
  variants: Array<StoredVariant & { productId: string }>
  images: Array<StoredImage & { productId: string }>
  vanishedVariantIds: string[]
  vanishedImageIds: string[]
  prices: Array<{
    id: string
    productId: string
    variantId: string
    currency: string
    priceMinor: number
    originalPriceMinor: number | null
  }>
}

/**
 * The changes that make the stored product match the incoming one; null if there are none. Ids stay: variants are
 * matched by SKU, else by options; pictures by address. An incomplete product loses nothing.
 */
export function planProduct(
  given: IncomingProduct,
  stored: StoredProduct | null,
  context: PlanContext,
): ProductPlan | null {
  const id = stored?.id ?? newId()
  const { currency } = context.partner
  const variants = matchVariants(given.variants, stored?.variants ?? [], currency)
  const images = matchImages(given.images, stored?.images ?? [], given.isIncomplete)
  const vanishedVariants = given.isIncomplete ? [] : variants.unmatched
  const keptVariants = given.isIncomplete ? variants.unmatched.filter((variant) => variant.currency === currency) : []
  const product = productRow(id, given, stored, context, [...variants.rows, ...keptVariants])

  const changedVariants = changed(variants.rows, stored?.variants ?? [])
  const changedImages = changed(images.rows, stored?.images ?? [])
  const isSame =
    stored !== null &&
    (Object.keys(product) as Array<keyof ProductRow>).every((key) => isEqual(product[key], stored[key]))
  if (isSame && !changedVariants.length && !changedImages.length && !vanishedVariants.length && !images.vanished.length)
    return null
  return {
    kind: stored ? 'updated' : 'created',
    product: { ...product, partnerId: context.partner.id },
    variants: changedVariants.map((variant) => ({ ...variant, productId: id })),
    images: changedImages.map((image) => ({ ...image, productId: id })),
    vanishedVariantIds: vanishedVariants.map((variant) => variant.id),
    vanishedImageIds: images.vanished.map((image) => image.id),
    prices: changedVariants
      .filter((variant) => hasNewPrice(variant, stored?.variants ?? []))
      .map((variant) => ({
        id: newId(),
        productId: id,
        variantId: variant.id,
        currency,
        priceMinor: variant.priceMinor,
        originalPriceMinor: variant.originalPriceMinor,
      })),
  }
}

function productRow(
  id: string,
  given: IncomingProduct,
  stored: StoredProduct | null,
  { partner, brand, category }: PlanContext,
  variants: StoredVariant[],
): ProductRow {
  const summary = summariseVariants(variants)
  // If the product does not say, keep what may have been set here.
  const shelf = category ?? stored?.category ?? null
  const gender = given.gender || (stored?.gender ?? '')
  const tags = given.tags ?? stored?.tags ?? []
  const description = given.description ?? stored?.description ?? ''
  const colours = [...new Set(variants.flatMap(({ colourName }) => (colourName ? [colourName.toLowerCase()] : [])))]
  const colourPalette = colours.length ? colours : (stored?.colourPalette ?? [])
  return {
    id,
    handle: given.handle,
    brandId: brand.id,
    categoryId: shelf?.id ?? null,
    name: given.name,
    description,
    descriptionHtml: given.descriptionHtml === undefined ? (stored?.descriptionHtml ?? null) : given.descriptionHtml,
    status: given.status,
    tags,
    colourPalette,
    material: stored?.material ?? '',
    gender,
    productUrl: given.productUrl ?? stored?.productUrl ?? null,
    currency: partner.currency,
    ...summary,
    priceBaseMinor: Number(toBaseMinor(BigInt(summary.priceMinor), partner.currency, partner.baseRate)),
  }
}

function matchVariants(
  given: IncomingVariant[],
  stored: StoredVariant[],
  currency: string,
): { rows: StoredVariant[]; unmatched: StoredVariant[] } {
  const free = new Set(stored)
  const bySku = uniqueBy(stored, (variant) => variant.sku)
  const skusGiven = uniqueBy(given, (variant) => variant.sku)
  const matches = new Map<IncomingVariant, StoredVariant>()
  const take = (variant: IncomingVariant, match: StoredVariant | undefined) => {
    if (!match || !free.has(match) || matches.has(variant)) return
    matches.set(variant, match)
    free.delete(match)
  }
  for (const variant of given)
    if (variant.sku && skusGiven.get(variant.sku)) take(variant, bySku.get(variant.sku) ?? undefined)
  const byOptions = new Map([...free].map((variant) => [optionKey(variant), variant]))
  for (const variant of given) take(variant, byOptions.get(optionKey(variant)))
  const rows = given.map((variant, position): StoredVariant => {
    const match = matches.get(variant)
    const { size, colourName, options, sku, gtin, priceMinor, originalPriceMinor, stock } = variant
    const colourHex = match && match.colourName === colourName ? match.colourHex : null
    return {
      id: match?.id ?? newId(),
      position,
      size,
      colourName,
      colourHex,
      options,
      sku,
      gtin,
      currency,
      priceMinor,
      originalPriceMinor,
      stock,
    }
  })
  return { rows, unmatched: [...free] }
}

/** Only pictures from the store are matched and can be removed. Uploaded ones stay, and stay first if they were. */
function matchImages(
  given: IncomingImage[] | undefined,
  stored: StoredImage[],
  isIncomplete: boolean,
): { rows: StoredImage[]; vanished: StoredImage[] } {
  if (!given) return { rows: [], vanished: [] }
  const imported = stored.filter((image) => image.sourceUrl !== null)
  const byUrl = new Map(imported.map((image) => [image.sourceUrl, image]))
  const urls = new Set(given.map((image) => image.url))
  const vanished = isIncomplete ? [] : imported.filter((image) => !urls.has(image.sourceUrl ?? ''))
  const staying = stored.filter((image) => !urls.has(image.sourceUrl ?? '') && !vanished.includes(image))
  const hasPrimary = staying.some((image) => image.isPrimary)
  const rows = given.map(({ url, alt, colourName }, position): StoredImage => {
    const match = byUrl.get(url)
    return {
      id: match?.id ?? newId(),
      position,
      isPrimary: position === 0 && !hasPrimary,
      alt,
      colourName,
      sourceUrl: url,
    }
  })
  return { rows, vanished }
}

function hasNewPrice(variant: StoredVariant, stored: StoredVariant[]): boolean {
  const before = stored.find(({ id }) => id === variant.id)
  return !before || before.priceMinor !== variant.priceMinor || before.currency !== variant.currency
}

function changed<T extends { id: string }>(rows: T[], stored: T[]): T[] {
  const before = new Map(stored.map((row) => [row.id, row]))
  return rows.filter((row) => !isEqual(row, before.get(row.id)))
}

/** Compares by value in any order of keys, because the database orders JSON's keys itself. */
function isEqual(a: unknown, b: unknown): boolean {
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return a === b
  const [keysA, keysB] = [Object.keys(a), Object.keys(b)]
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keysA.length === keysB.length &&
    keysA.every((key) => isEqual((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
  )
}

/** The items by a key that only one of them has; null if several have it. */
function uniqueBy<T>(items: T[], keyOf: (item: T) => string | null): Map<string, T | null> {
  const found = new Map<string, T | null>()
  for (const item of items) {
    const key = keyOf(item)
    if (key) found.set(key, found.has(key) ? null : item)
  }
  return found
}
