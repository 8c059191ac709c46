import { z } from 'zod'
import { parseAnswer } from '#server/stores/parse-answer.ts'
import type { StoreProduct, StoreVariant } from '#server/stores/store-product.ts'
import { timeOf } from './woo-order.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

/** The maximum number of variants for one variation that leaves attributes open. No size run has as many. */
const MAX_VARIANTS = 500
const MAX_OPTIONS = 3
const SECOND_MS = 1_000
const COLOUR = /^(?:pa_)?(?:colou?r|farbe|couleur|kleur|colore)$/i

const id = z.number().int().positive()
const named = z
  .array(z.object({ name: z.string() }))
  .max(1_000)
  .catch([])
const text = z
  .string()
  .nullish()
  .transform((given) => given ?? '')
const picture = z.object({ src: z.string(), alt: text })
const gmt = z.string().max(40).nullish()
const selling = {
  sku: text,
  global_unique_id: text,
  price: text,
  regular_price: text,
  sale_price: text,
  date_on_sale_from_gmt: gmt,
  date_on_sale_to_gmt: gmt,
  virtual: z.boolean(),
  downloadable: z.boolean(),
  /** A variation with 'parent' sells from its parent's stock. */
  manage_stock: z.union([z.boolean(), z.literal('parent')]),
  stock_quantity: z.number().nullable(),
  stock_status: z.string(),
  backorders_allowed: z.boolean(),
}

/** The fields of a REST v3 product that we read. */
export const wooProduct = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  permalink: z.string(),
  type: z.string(),
  status: z.string(),
  catalog_visibility: z.string(),
  post_password: text,
  date_created_gmt: gmt,
  date_modified_gmt: z.string(),
  description: text,
  short_description: text,
  categories: named,
  brands: named,
  tags: named,
  images: z.array(picture).max(1_000),
  attributes: z
    .array(z.object({ name: z.string(), slug: text, variation: z.boolean(), options: z.array(z.string()).max(1_000) }))
    .max(100),
  ...selling,
})
type WooProduct = z.infer<typeof wooProduct>

/** The fields of a REST v3 variation that we read. */
export const wooVariation = z.object({
  id,
  status: z.string(),
  permalink: z.string(),
  image: picture.nullish(),
  attributes: z.array(z.object({ name: z.string(), slug: text, option: z.string() })).max(100),
  ...selling,
})
type WooVariation = z.infer<typeof wooVariation>

type Selling = Pick<WooProduct, keyof typeof selling>
type Option = StoreVariant['options'][number]

/**
 * Converts WooCommerce's product to the format of our imports. A variation that leaves an attribute open ("any size")
 * becomes one variant for each of its parent's values. Drafts, private products, downloads and services are left out.
 * @param variations all of a variable product; empty for others
 * @param now the store's time before the variations were requested
 * @throws StoreError bad_answer
 */
export function storeProductOf(given: unknown, variations: readonly unknown[], now = new Date()): StoreProduct {
  const product = parseAnswer(wooProduct, given, 'a product')
  const known = variations.map((one) => parseAnswer(wooVariation, one, 'a variation'))
  const sold = known.filter(({ status, virtual, downloadable }) => status === 'publish' && !virtual && !downloadable)
  const variants =
    product.type === 'variable' ? sold.flatMap((one) => variantsOf(one, product, now)) : [simpleVariant(product, now)]
  const [type = '', ...more] = product.categories.map(({ name }) => plain(name)).filter((name) => !isDefault(name))
  return {
    id: String(product.id),
    handle: product.slug || String(product.id),
    title: plain(product.name),
    html: product.description || product.short_description,
    vendor: plain(product.brands[0]?.name ?? ''),
    productType: type,
    category: '',
    tags: [...new Set([...product.tags.map(({ name }) => plain(name)), ...more])],
    status: product.catalog_visibility === 'hidden' ? 'unlisted' : 'active',
    isPublished: true,
    url: product.permalink,
    isGiftCard: false,
    leftOut: reasonToLeaveOut(product, { known: known.length, sold: sold.length }),
    updatedAt: versionOf(product, now),
    variants: variants.filter(({ price }) => price !== ''),
    pictures: product.images.map(({ src, alt }) => ({ url: src, alt: plain(alt) })),
  }
}

/**
 * WooCommerce's dates are in full seconds. If we read a product within a second of its change, it may have changed
 * again. Its version is then one millisecond older, so that the nightly comparison reads the product again.
 */
function versionOf(product: WooProduct, now: Date): Date {
  const changedAt = changedAtOf(product)
  const isOver = now.getTime() - changedAt.getTime() >= SECOND_MS
  return isOver ? changedAt : new Date(changedAt.getTime() - 1)
}

/** Returns when a product changed. A scheduled publication is also a change, but keeps the modification date. */
export function changedAtOf({
  status,
  date_created_gmt: created,
  date_modified_gmt: modified,
}: Pick<WooProduct, 'status' | 'date_created_gmt' | 'date_modified_gmt'>): Date {
  const isLater = status === 'publish' && created && created > modified
  return new Date(timeOf(isLater ? created : modified))
}

function reasonToLeaveOut(product: WooProduct, { known, sold }: { known: number; sold: number }): string {
  const { type, status, virtual, downloadable } = product
  if (status === 'private') return 'it is private in the store'
  if (status !== 'publish') return 'it is not published in the store'
  if (product.post_password !== '') return 'it is password-protected in the store'
  if (type === 'grouped') return 'it only groups other products'
  if (type === 'external') return 'it is sold on another website'
  const isNoPiece = type === 'variable' ? known > 0 && sold === 0 : virtual || downloadable
  return isNoPiece ? 'it is a download or a service' : ''
}

function simpleVariant(product: WooProduct, now: Date): StoreVariant {
  // A simple product has no options, but it may state its colour.
  const options = product.attributes
    .filter(({ name, slug, options: values }) => values.length === 1 && (COLOUR.test(name) || COLOUR.test(slug)))
    .slice(0, 1)
    .map(({ name, options: [value = ''] }) => ({ name: plain(name), value: plain(value) }))
  return { ...sellingOf(product, product, now), link: '', options, pictureUrl: '' }
}

function variantsOf(variation: WooVariation, product: WooProduct, now: Date): StoreVariant[] {
  const chosen = new Map(variation.attributes.map(({ name, option }) => [name, option]))
  let combinations: Option[][] = [[]]
  for (const { name, options } of product.attributes.filter((attribute) => attribute.variation).slice(0, MAX_OPTIONS)) {
    // Uses all values if the variation leaves the attribute out or empty.
    const values = chosen.get(name) ? [chosen.get(name) ?? ''] : options
    if (!values.length || combinations.length * values.length > MAX_VARIANTS) continue
    combinations = combinations.flatMap((before) =>
      values.map((value) => [...before, { name: plain(name), value: plain(value) }]),
    )
  }
  const common = sellingOf(variation, product, now)
  const isAlone = combinations.length === 1
  return combinations.map((options) => ({
    ...common,
    // With several sizes, omits the codes, which identify one article, and the stock, which is the total of all sizes.
    ...(isAlone
      ? {}
      : { sku: '', barcode: '', ...(common.quantity === 0 ? {} : { quantity: null, isTracked: false }) }),
    link: URL.canParse(variation.permalink) ? new URL(variation.permalink).search : '',
    options,
    pictureUrl: variation.image?.src ?? '',
  }))
}

function sellingOf(given: Selling, parent: Selling, now: Date): Omit<StoreVariant, 'link' | 'options' | 'pictureUrl'> {
  const stock = given.manage_stock === 'parent' ? parent : given
  const isTracked = stock.manage_stock === true && stock.stock_quantity !== null
  const isSoldOut = given.stock_status === 'outofstock'
  return {
    sku: given.sku,
    barcode: given.global_unique_id,
    ...priceOf(given, now),
    // Untracked stock is unknown, unless the store says that there is none.
    quantity: isSoldOut ? 0 : isTracked ? Math.max(0, Math.trunc(stock.stock_quantity ?? 0)) : null,
    isTracked: isTracked || isSoldOut,
    sellsWhenSoldOut: !isSoldOut && (given.stock_status === 'onbackorder' || given.backorders_allowed),
    inventoryItemId: null,
  }
}

/** Returns the current price. Uses the dates of the sale, because WooCommerce can take a day to update `price`. */
function priceOf(given: Selling, now: Date): Pick<StoreVariant, 'price' | 'compareAtPrice'> {
  const { regular_price: regular, sale_price: sale, date_on_sale_from_gmt: from, date_on_sale_to_gmt: to } = given
  if (regular === '') return { price: given.price, compareAtPrice: '' }
  const hasBegun = !from || new Date(timeOf(from)) <= now
  const hasEnded = Boolean(to) && new Date(timeOf(to ?? '')) < now
  const isOnSale = sale !== '' && Number(sale) < Number(regular) && hasBegun && !hasEnded
  return isOnSale ? { price: sale, compareAtPrice: regular } : { price: regular, compareAtPrice: '' }
}

const isDefault = (category: string): boolean => /^uncategori[sz]ed$/i.test(category)

const ENTITIES = lookup({
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#039': "'",
  '#8217': '’',
  '#8211': '–',
  nbsp: ' ',
})

const plain = (name: string): string =>
  name.replace(/&(#?\w+);/g, (match, entity: string) => ENTITIES[entity] ?? match).trim()
