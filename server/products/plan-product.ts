import { summariseVariants } from '#server/catalogue/summarise-variants.ts'
import { newId } from '#server/platform/ids.ts'
import { toBaseMinor } from '#server/platform/money.ts'
import type { KnownCategory } from './category-words.ts'
import type { IncomingImage, IncomingPicture, IncomingProduct, IncomingVariant } from './incoming-product.schema.ts'
import type { StoredImage, StoredProduct, StoredVariant } from './load-products.ts'
import { optionKey } from './option-key.ts'

export interface PlanContext {
  partner: { id: string; businessName: string; currency: string; baseRate: number }
  brand: { id: string; name: string }
  /** Null if the product does not state one. */
  category: KnownCategory | null
}

/** A product's row, with only the columns that product sources can set. */
type ProductRow = Omit<StoredProduct, 'variants' | 'images' | 'brand' | 'category'>

export interface ProductPlan {
  kind: 'created' | 'updated'
  before: StoredProduct | null
  after: StoredProduct
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
 * Returns the changes that make the stored product match the incoming one; null if there are none. Keeps ids: matches
 * variants by id, else by SKU, else by options, and pictures by id or address. An incomplete product removes nothing.
 */
export function planProduct(
  given: IncomingProduct,
  stored: StoredProduct | null,
  context: PlanContext,
): ProductPlan | null {
  const { currency } = context.partner
  const matched = matchVariants(given.variants, stored?.variants ?? [], currency)
  const keptVariants = given.isIncomplete ? matched.unmatched.filter((variant) => variant.currency === currency) : []
  const variants = [...matched.rows, ...keptVariants]
  const images = given.pictures
    ? orderPictures(given.pictures, stored?.images ?? [])
    : matchImages(given.images, stored?.images ?? [], given.isIncomplete)
  return planChange(stored, productAfter(given, stored, context, { variants, images }), context.partner.id)
}

/** Returns the changes from one state of a product to another; null if there are none. */
export function planChange(before: StoredProduct | null, after: StoredProduct, partnerId: string): ProductPlan | null {
  const { id } = after
  const { variants, images } = after
  const product = rowOf(after)
  const known = new Map(before?.variants.map((variant) => [variant.id, variant]))
  const changedVariants = changed(variants, before?.variants ?? [])
  const changedImages = changed(images, before?.images ?? [])
  const vanishedVariants = missing(before?.variants ?? [], variants)
  const vanishedImages = missing(before?.images ?? [], images)
  const isSame =
    before !== null &&
    (Object.keys(product) as Array<keyof ProductRow>).every((key) => isEqual(product[key], before[key]))
  if (isSame && !changedVariants.length && !changedImages.length && !vanishedVariants.length && !vanishedImages.length)
    return null
  return {
    kind: before ? 'updated' : 'created',
    before,
    after,
    product: { ...product, partnerId },
    variants: changedVariants.map((variant) => ({ ...variant, productId: id })),
    images: changedImages.map((image) => ({ ...image, productId: id })),
    vanishedVariantIds: vanishedVariants,
    vanishedImageIds: vanishedImages,
    prices: changedVariants
      .filter((variant) => hasNewPrice(variant, known.get(variant.id)))
      .map(({ id: variantId, currency, priceMinor, originalPriceMinor }) => ({
        id: newId(),
        productId: id,
        variantId,
        currency,
        priceMinor,
        originalPriceMinor,
      })),
  }
}

/** Returns the product with these variants, with its summary and its price in the base currency recalculated. */
export function withVariants(
  product: StoredProduct,
  variants: StoredVariant[],
  partner: Pick<PlanContext['partner'], 'currency' | 'baseRate'>,
): StoredProduct {
  const summary = summariseVariants(variants)
  return {
    ...product,
    ...summary,
    currency: partner.currency,
    priceBaseMinor: Number(toBaseMinor(BigInt(summary.priceMinor), partner.currency, partner.baseRate)),
    variants,
  }
}

const NOT_IN_ROW = ['variants', 'images', 'brand', 'category']
const rowOf = (product: StoredProduct) =>
  Object.fromEntries(Object.entries(product).filter(([key]) => !NOT_IN_ROW.includes(key))) as unknown as ProductRow

function productAfter(
  given: IncomingProduct,
  stored: StoredProduct | null,
  { partner, brand, category }: PlanContext,
  { variants, images }: Pick<StoredProduct, 'variants' | 'images'>,
): StoredProduct {
  // If the product does not state a category, keep any category that was set on WTF.
  const shelf = category ?? (given.categoryId === null ? null : (stored?.category ?? null))
  const gender = given.gender || (given.pictures ? '' : (stored?.gender ?? ''))
  const colours = coloursOf(variants)
  const row = {
    id: stored?.id ?? newId(),
    handle: given.handle,
    brandId: brand.id,
    categoryId: shelf?.id ?? null,
    name: given.name,
    description: given.description ?? stored?.description ?? '',
    descriptionHtml: given.descriptionHtml === undefined ? (stored?.descriptionHtml ?? null) : given.descriptionHtml,
    status: given.status,
    tags: given.tags ?? stored?.tags ?? [],
    colourPalette: paletteAfter(colours, stored),
    material: given.material ?? stored?.material ?? '',
    gender,
    productUrl: given.productUrl ?? stored?.productUrl ?? null,
    // Importing a deleted product again restores it.
    deletedAt: null,
    brand,
    category: shelf,
    images,
  }
  return withVariants(
    // `withVariants` computes the summary.
    {
      ...row,
      currency: partner.currency,
      priceMinor: 0,
      priceMaxMinor: 0,
      originalPriceMinor: null,
      priceBaseMinor: 0,
      stock: null,
      isInStock: false,
      variants,
    },
    variants,
    partner,
  )
}

const coloursOf = (variants: ReadonlyArray<Pick<StoredVariant, 'colourName'>>): string[] => [
  ...new Set(variants.flatMap(({ colourName }) => (colourName ? [colourName.toLowerCase()] : []))),
]

/** Returns the variants' colours, with the extra colours of the product: no product source provides these. */
function paletteAfter(colours: string[], stored: StoredProduct | null): string[] {
  if (!stored || !colours.length) return colours.length ? colours : (stored?.colourPalette ?? [])
  const before = coloursOf(stored.variants)
  const isSame = before.length === colours.length && colours.every((colour) => before.includes(colour))
  if (isSame && colours.every((colour) => stored.colourPalette.includes(colour))) return stored.colourPalette
  return [...new Set([...colours, ...stored.colourPalette.filter((colour) => !before.includes(colour))])]
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
  const byId = new Map(stored.map((variant) => [variant.id, variant]))
  for (const variant of given) if (variant.id) take(variant, byId.get(variant.id))
  for (const variant of given)
    if (variant.sku && skusGiven.get(variant.sku)) take(variant, bySku.get(variant.sku) ?? undefined)
  const byOptions = new Map([...free].map((variant) => [optionKey(variant), variant]))
  for (const variant of given) take(variant, byOptions.get(optionKey(variant)))
  const rows = given.map((variant, position): StoredVariant => {
    const match = matches.get(variant)
    const { size, colourName, options, sku, gtin, priceMinor, originalPriceMinor, stock } = variant
    const kept = match && match.colourName === colourName ? match.colourHex : null
    const colourHex = variant.colourHex === undefined ? kept : variant.colourHex
    return {
      id: match?.id ?? newId(),
      position,
      size,
      colourName,
      colourHex,
      options,
      sku,
      gtin,
      storeLink: variant.storeLink === undefined ? (match?.storeLink ?? null) : variant.storeLink,
      currency,
      priceMinor,
      originalPriceMinor,
      stock,
    }
  })
  return { rows, unmatched: [...free] }
}

/**
 * Matches pictures from the store. Only these can be removed: uploaded ones stay, and stay first if they were first.
 */
function matchImages(given: IncomingImage[] | undefined, stored: StoredImage[], isIncomplete: boolean): StoredImage[] {
  if (!given) return stored
  const imported = stored.filter((image) => image.sourceUrl !== null)
  const byUrl = new Map(imported.map((image) => [image.sourceUrl, image]))
  const urls = new Set(given.map((image) => image.url))
  const staying = stored.filter(({ sourceUrl }) => !urls.has(sourceUrl ?? '') && (isIncomplete || sourceUrl === null))
  const hasPrimary = staying.some((image) => image.isPrimary)
  // Partners may place uploaded pictures between those of the store. If the store's order is unchanged, keep all
  // positions.
  const isSameOrder =
    JSON.stringify(given.map(({ url }) => url)) ===
    JSON.stringify(imported.toSorted((a, b) => a.position - b.position).map(({ sourceUrl }) => sourceUrl))
  const rows = given.map(({ url, alt, colourName }, index): StoredImage => {
    const match = byUrl.get(url)
    return {
      id: match?.id ?? newId(),
      position: isSameOrder && match ? match.position : index,
      isPrimary: isSameOrder && match ? match.isPrimary : index === 0 && !hasPrimary,
      alt,
      colourName,
      sourceUrl: url,
      fileId: match?.fileId ?? null,
    }
  })
  return [...staying, ...rows]
}

/** Returns all pictures in the order that a person chose; the first is the primary one. */
function orderPictures(given: IncomingPicture[], stored: StoredImage[]): StoredImage[] {
  const byId = new Map(stored.map((image) => [image.id, image]))
  return given.flatMap(({ id, fileId, sourceUrl, alt, colourName }, position): StoredImage[] => {
    const match = id ? byId.get(id) : undefined
    if (!match && !fileId && !sourceUrl) return []
    return [
      {
        id: id ?? newId(),
        position,
        isPrimary: position === 0,
        alt,
        colourName,
        sourceUrl: match?.sourceUrl ?? sourceUrl ?? null,
        fileId: match?.fileId ?? fileId ?? null,
      },
    ]
  })
}

function hasNewPrice(variant: StoredVariant, before: StoredVariant | undefined): boolean {
  return !before || before.priceMinor !== variant.priceMinor || before.currency !== variant.currency
}

function changed<T extends { id: string }>(rows: T[], stored: T[]): T[] {
  const before = new Map(stored.map((row) => [row.id, row]))
  return rows.filter((row) => !isEqual(row, before.get(row.id)))
}

function missing(before: Array<{ id: string }>, after: Array<{ id: string }>): string[] {
  const staying = new Set(after.map(({ id }) => id))
  return before.flatMap(({ id }) => (staying.has(id) ? [] : [id]))
}

/** Compares by value in any key order, because the database reorders JSON keys. */
function isEqual(a: unknown, b: unknown): boolean {
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return a === b
  const [keysA, keysB] = [Object.keys(a), Object.keys(b)]
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keysA.length === keysB.length &&
    keysA.every((key) => isEqual((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
  )
}

/** Maps the items by key; null for a key that several items have. */
function uniqueBy<T>(items: T[], keyOf: (item: T) => string | null): Map<string, T | null> {
  const found = new Map<string, T | null>()
  for (const item of items) {
    const key = keyOf(item)
    if (key) found.set(key, found.has(key) ? null : item)
  }
  return found
}
