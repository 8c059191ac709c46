import type { StoredImage, StoredProduct, StoredVariant } from '#server/products/load-products.ts'
import { toAmount } from '#server/platform/money.schema.ts'
import { NO_CATEGORY } from './own-columns.ts'
import { OWN_FIELDS, type OwnField } from './own-fields.schema.ts'
import { toPlainBody } from './plain-body.ts'
import { SHOPIFY_NAMES } from './shopify-columns.ts'

type Cells<Name extends string> = Partial<Record<Name, string>>
type ShopifyField = keyof typeof SHOPIFY_NAMES

/** image_1 to image_10 are for files that people write; ours have `images`. */
const OWN_EXPORTED = OWN_FIELDS.filter((field) => !/^image_\d/.test(field))
const SHOPIFY_FIELDS = Object.keys(SHOPIFY_NAMES) as ShopifyField[]
const SHOPIFY_SKIPPED: readonly ShopifyField[] = ['productCategory', 'gender', 'ageGroup', 'giftCard']
const SHOPIFY_EXPORTED = SHOPIFY_FIELDS.filter((field) => !SHOPIFY_SKIPPED.includes(field))

/** The first line of an exported file. */
export const exportHeader = (format: 'shopify' | 'wtf'): string[] =>
  format === 'wtf' ? [...OWN_EXPORTED] : SHOPIFY_EXPORTED.map((field) => SHOPIFY_NAMES[field][0] ?? field)

/** The rows of a product, one after another: read again they change nothing. Pictures that were uploaded here have no address to write. */
export function* exportRows(product: StoredProduct, format: 'shopify' | 'wtf'): Generator<string[]> {
  if (format === 'wtf') for (const cells of ownRows(product)) yield OWN_EXPORTED.map((field) => cells[field] ?? '')
  else for (const cells of shopifyRows(product)) yield SHOPIFY_EXPORTED.map((field) => cells[field] ?? '')
}

function* ownRows(product: StoredProduct): Generator<Cells<OwnField>> {
  const images = addressed(product)
  const names = optionNames(product)
  const list = (texts: string[]) => texts.map((text) => text.replaceAll('|', '\\|')).join(' | ')
  for (const [index, variant] of product.variants.entries())
    yield {
      handle: product.handle,
      name: product.name,
      ...(index === 0
        ? {
            description: product.description,
            description_html: product.descriptionHtml ?? '',
            status: product.status,
            brand: product.brand.name,
            category: product.category?.slug ?? NO_CATEGORY,
            tags: product.tags.join(', '),
            material: product.material,
            gender: product.gender,
            product_url: product.productUrl ?? '',
            images: list(images.map(({ sourceUrl }) => sourceUrl ?? '')),
            image_alts: list(images.map(({ alt }) => alt)),
            image_colours: images.some(({ colourName }) => colourName)
              ? list(images.map(({ colourName }) => colourName ?? ''))
              : '',
          }
        : {}),
      size: variant.size ?? '',
      colour: variant.colourName ?? '',
      colour_hex: variant.colourHex ?? '',
      option_name: names[0] ?? '',
      option_value: variant.options[names[0] ?? ''] ?? '',
      option_name_2: names[1] ?? '',
      option_value_2: variant.options[names[1] ?? ''] ?? '',
      option_name_3: names[2] ?? '',
      option_value_3: variant.options[names[2] ?? ''] ?? '',
      sku: variant.sku ?? '',
      gtin: variant.gtin ?? '',
      price: toAmount(variant.priceMinor, variant.currency),
      original_price: variant.originalPriceMinor === null ? '' : toAmount(variant.originalPriceMinor, variant.currency),
      stock: variant.stock === null ? '' : String(variant.stock),
      variant_url: variant.storeLink ?? '',
    }
}

function* shopifyRows(product: StoredProduct): Generator<Cells<ShopifyField>> {
  const { variants } = product
  const images = addressed(product)
  const names = shopifyOptions(product)
  const ofColours = new Map(images.toReversed().map(({ colourName, sourceUrl }) => [colourName, sourceUrl]))
  for (let index = 0; index < Math.max(variants.length, images.length); index++)
    yield {
      handle: product.handle,
      ...(index === 0 ? shopifyHead(product, names) : {}),
      ...shopifyVariant(variants[index], names, ofColours),
      ...shopifyImage(images[index], index),
    }
}

function shopifyHead(product: StoredProduct, names: ShopifyOption[]): Cells<ShopifyField> {
  return {
    title: product.name,
    body: product.descriptionHtml ?? toPlainBody(product.description),
    vendor: product.brand.name,
    type: product.category?.name ?? '',
    tags: product.tags.join(', '),
    published: product.status === 'active' ? 'true' : 'false',
    status: product.status,
    option1Name: names[0]?.name ?? 'Title',
    option2Name: names[1]?.name ?? '',
    option3Name: names[2]?.name ?? '',
    genderSaid: product.gender,
    categorySaid: product.category?.slug ?? NO_CATEGORY,
    material: product.material,
    productUrl: product.productUrl ?? '',
  }
}

interface ShopifyOption {
  name: string
  of: (variant: StoredVariant) => string
}

/** Three at most: Shopify has no more. */
function shopifyOptions(product: StoredProduct): ShopifyOption[] {
  const size: ShopifyOption = { name: 'Size', of: (variant) => variant.size ?? '' }
  const colour: ShopifyOption = { name: 'Color', of: (variant) => variant.colourName ?? '' }
  return [
    ...(product.variants.some((variant) => variant.size) ? [size] : []),
    ...(product.variants.some((variant) => variant.colourName) ? [colour] : []),
    ...optionNames(product).map((name) => ({ name, of: (variant: StoredVariant) => variant.options[name] ?? '' })),
  ].slice(0, 3)
}

function shopifyVariant(
  variant: StoredVariant | undefined,
  names: ShopifyOption[],
  ofColours: ReadonlyMap<string | null, string | null>,
): Cells<ShopifyField> {
  if (!variant) return {}
  const { sku, gtin, storeLink, stock, priceMinor, originalPriceMinor, currency, colourName } = variant
  return {
    option1Value: names[0] ? names[0].of(variant) : 'Default Title',
    option2Value: names[1]?.of(variant) ?? '',
    option3Value: names[2]?.of(variant) ?? '',
    sku: sku ?? '',
    barcode: gtin ?? '',
    variantLink: storeLink ?? '',
    tracker: stock === null ? '' : 'shopify',
    quantity: stock === null ? '' : String(stock),
    whenSoldOut: 'deny',
    price: toAmount(priceMinor, currency),
    compareAt: originalPriceMinor === null ? '' : toAmount(originalPriceMinor, currency),
    variantImage: (colourName && ofColours.get(colourName)) ?? '',
  }
}

const shopifyImage = (image: StoredImage | undefined, index: number): Cells<ShopifyField> =>
  image
    ? {
        imageUrl: image.sourceUrl ?? '',
        imagePosition: String(index + 1),
        imageAlt: image.alt,
        imageColour: image.colourName ?? '',
      }
    : {}

const addressed = ({ images }: StoredProduct): StoredImage[] =>
  images.filter(({ sourceUrl }) => sourceUrl !== null).toSorted((a, b) => a.position - b.position)

/** The names of what variants differ in beyond size and colour. */
const optionNames = ({ variants }: StoredProduct): string[] => [
  ...new Set(variants.flatMap(({ options }) => Object.keys(options))),
]
