import type { StoredImage, StoredProduct, StoredVariant } from '#server/products/load-products.ts'
import { toAmount } from '#server/platform/money.schema.ts'
import { escapeMarkup, hasMarkup } from '#server/products/plain-text.ts'
import { NO_CATEGORY, NO_GENDER } from './own-columns.ts'
import { OWN_FIELDS, READ_ONLY_FIELDS, type OwnField } from './own-fields.schema.ts'
import { toPlainBody } from './plain-body.ts'
import { SHOPIFY_NAMES } from './shopify-columns.ts'

type Cells<Name extends string> = Partial<Record<Name, string>>
type ShopifyField = keyof typeof SHOPIFY_NAMES

const OWN_EXPORTED = OWN_FIELDS.filter((field) => !READ_ONLY_FIELDS.includes(field))
const SHOPIFY_FIELDS = Object.keys(SHOPIFY_NAMES) as ShopifyField[]
const SHOPIFY_SKIPPED: readonly ShopifyField[] = ['productCategory', 'gender', 'ageGroup', 'giftCard']
const SHOPIFY_EXPORTED = SHOPIFY_FIELDS.filter((field) => !SHOPIFY_SKIPPED.includes(field))

/** Returns the header row of an exported file. */
export const exportHeader = (format: 'shopify' | 'wtf'): string[] =>
  format === 'wtf' ? [...OWN_EXPORTED] : SHOPIFY_EXPORTED.map((field) => SHOPIFY_NAMES[field][0] ?? field)

/** Returns a product's rows. Importing them again changes nothing. Pictures uploaded here have no address, so they are left out. */
export function* exportRows(product: StoredProduct, format: 'shopify' | 'wtf'): Generator<string[]> {
  if (format === 'wtf') for (const cells of ownRows(product)) yield OWN_EXPORTED.map((field) => cells[field] ?? '')
  else for (const cells of shopifyRows(product)) yield SHOPIFY_EXPORTED.map((field) => cells[field] ?? '')
}

function* ownRows(product: StoredProduct): Generator<Cells<OwnField>> {
  const images = addressed(product)
  const names = optionNames(product)
  const list = (texts: string[]) => texts.map((text) => escapeMarkup(text).replaceAll('|', '\\|')).join(' | ')
  for (const [index, variant] of product.variants.entries())
    yield {
      handle: product.handle,
      name: escapeMarkup(product.name),
      ...(index === 0
        ? {
            ...ownDescription(product),
            status: product.status,
            brand: escapeMarkup(product.brand.name),
            category: product.category?.slug ?? NO_CATEGORY,
            tags: product.tags.map(escapeMarkup).join(', '),
            material: escapeMarkup(product.material),
            gender: product.gender || NO_GENDER,
            product_url: product.productUrl ?? '',
            images: urlList(images.map(({ sourceUrl }) => sourceUrl ?? '')),
            image_alts: list(images.map(({ alt }) => alt)),
            image_colours: images.some(({ colourName }) => colourName)
              ? list(images.map(({ colourName }) => colourName ?? ''))
              : '',
          }
        : {}),
      size: escapeMarkup(variant.size ?? ''),
      colour: escapeMarkup(variant.colourName ?? ''),
      colour_hex: variant.colourHex ?? '',
      option_name: escapeMarkup(names[0] ?? ''),
      option_value: escapeMarkup(variant.options[names[0] ?? ''] ?? ''),
      option_name_2: escapeMarkup(names[1] ?? ''),
      option_value_2: escapeMarkup(variant.options[names[1] ?? ''] ?? ''),
      option_name_3: escapeMarkup(names[2] ?? ''),
      option_value_3: escapeMarkup(variant.options[names[2] ?? ''] ?? ''),
      sku: variant.sku ?? '',
      gtin: variant.gtin ?? '',
      price: toAmount(variant.priceMinor, variant.currency),
      original_price: variant.originalPriceMinor === null ? '' : toAmount(variant.originalPriceMinor, variant.currency),
      stock: variant.stock === null ? '' : String(variant.stock),
      variant_url: variant.storeLink ?? '',
    }
}

/** Separates addresses by bars only: a comma may be part of an address. */
const urlList = (urls: string[]): string =>
  urls.map((url) => url.replaceAll('|', '\\|')).join(' | ') +
  (urls.length === 1 && /[,;]/.test(urls[0] ?? '') ? ' |' : '')

/**
 * Returns the description for the HTML column, or else plain text. Plain text that looks like HTML goes, escaped, into
 * the HTML column.
 */
const ownDescription = ({ description, descriptionHtml }: StoredProduct): Cells<OwnField> =>
  descriptionHtml === null && hasMarkup(description)
    ? { description: '', description_html: toPlainBody(description) }
    : { description, description_html: descriptionHtml ?? '' }

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
      ...(hasOwnSizes(product)
        ? {
            size: escapeMarkup(variants[index]?.size ?? ''),
            colour: escapeMarkup(variants[index]?.colourName ?? ''),
          }
        : {}),
      ...shopifyImage(images[index], index),
    }
}

function shopifyHead(product: StoredProduct, names: ShopifyOption[]): Cells<ShopifyField> {
  return {
    title: escapeMarkup(product.name),
    body: product.descriptionHtml ?? toPlainBody(product.description),
    vendor: escapeMarkup(product.brand.name),
    type: product.category?.name ?? '',
    tags: product.tags.map(escapeMarkup).join(', '),
    published: product.status === 'active' ? 'true' : 'false',
    status: product.status,
    option1Name: escapeMarkup(names[0]?.name ?? 'Title'),
    option2Name: escapeMarkup(names[1]?.name ?? ''),
    option3Name: escapeMarkup(names[2]?.name ?? ''),
    genderSaid: product.gender || NO_GENDER,
    categorySaid: product.category?.slug ?? NO_CATEGORY,
    material: escapeMarkup(product.material),
    productUrl: product.productUrl ?? '',
  }
}

interface ShopifyOption {
  name: string
  of: (variant: StoredVariant) => string
}

/** Returns the product's options, at most three: Shopify allows no more. */
function shopifyOptions(product: StoredProduct): ShopifyOption[] {
  const others = optionNames(product).map((name) => ({
    name,
    of: (variant: StoredVariant) => variant.options[name] ?? '',
  }))
  if (hasOwnSizes(product)) return others.slice(0, 3)
  const size: ShopifyOption = { name: 'Size', of: (variant) => variant.size ?? '' }
  const colour: ShopifyOption = { name: 'Color', of: (variant) => variant.colourName ?? '' }
  return [
    ...(product.variants.some((variant) => variant.size) ? [size] : []),
    ...(product.variants.some((variant) => variant.colourName) ? [colour] : []),
    ...others,
  ]
}

/** Whether size and colour need columns of our format, because the options exceed Shopify's three. */
const hasOwnSizes = ({ variants, ...product }: StoredProduct): boolean =>
  optionNames({ ...product, variants }).length +
    Number(variants.some(({ size }) => size)) +
    Number(variants.some(({ colourName }) => colourName)) >
  3

function shopifyVariant(
  variant: StoredVariant | undefined,
  names: ShopifyOption[],
  ofColours: ReadonlyMap<string | null, string | null>,
): Cells<ShopifyField> {
  if (!variant) return {}
  const { sku, gtin, storeLink, stock, priceMinor, originalPriceMinor, currency, colourName } = variant
  return {
    option1Value: names[0] ? escapeMarkup(names[0].of(variant)) : 'Default Title',
    option2Value: escapeMarkup(names[1]?.of(variant) ?? ''),
    option3Value: escapeMarkup(names[2]?.of(variant) ?? ''),
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
        imageAlt: escapeMarkup(image.alt),
        imageColour: escapeMarkup(image.colourName ?? ''),
      }
    : {}

const addressed = ({ images }: StoredProduct): StoredImage[] =>
  images.filter(({ sourceUrl }) => sourceUrl !== null).toSorted((a, b) => a.position - b.position)

/** Returns the option names beyond size and colour. */
const optionNames = ({ variants }: StoredProduct): string[] => [
  ...new Set(variants.flatMap(({ options }) => Object.keys(options))),
]
