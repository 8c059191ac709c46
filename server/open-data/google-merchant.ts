import type { Db } from '#server/platform/db.ts'
import { inPieces } from '#server/platform/in-pieces.ts'
import { log } from '#server/platform/log.ts'
import type { FeedProduct, Money } from './feed-product.schema.ts'
import { eachFeedProduct } from './read-feed-products.ts'

// https://support.google.com/merchants/answer/7052112 (product data specification), read 25 November 2026.

const MOST = { title: 150, productType: 750, label: 100, morePictures: 10, id: 50, mpn: 70, group: 50 }
/**
 * Characters of all descriptions of one product, which each of its items repeats. With more than 200 variants each
 * description is shortened.
 */
const MOST_DESCRIPTIONS = 1_000_000
const AVAILABILITY = { in_stock: 'in_stock', out_of_stock: 'out_of_stock' } as const
/** Maps the shop's genders to Google's gender and age group. */
const PEOPLE: Readonly<Record<string, readonly [gender: string, age: string]>> = {
  women: ['female', 'adult'],
  men: ['male', 'adult'],
  unisex: ['unisex', 'adult'],
  girls: ['female', 'kids'],
  boys: ['male', 'kids'],
  kids: ['unisex', 'kids'],
}
/** Google taxonomy ids (version 2021-09-21) by our category names; all others are clothing. */
const TAXONOMY: ReadonlyArray<readonly [RegExp, number]> = [
  [/\b(shoes|boots|sneakers|trainers|sandals|heels|loafers|flats|footwear)\b/i, 187],
  [/\b(bags?|handbags?|totes?|backpacks?|clutch(es)?)\b/i, 3032],
  [/\b(jewell?ery|earrings?|necklaces?|bracelets?|rings?)\b/i, 188],
  [/\bdress(es)?\b/i, 2271],
  [/\b(coats?|jackets?|parkas?|outerwear)\b/i, 203],
  [/\bskirts?\b/i, 1581],
  [/\b(trousers|pants|jeans|denim|leggings|chinos)\b/i, 204],
  [/\bshorts\b/i, 207],
  [/\b(tops?|shirts?|t-shirts?|tees?|blouses?|knitwear|sweaters?|jumpers?|cardigans?|hoodies)\b/i, 212],
  [/\b(swimwear|bikinis?|swimsuits?)\b/i, 211],
  [/\b(lingerie|underwear|socks|bras?)\b/i, 213],
  [/\b(hats?|caps?|scarves|scarf|gloves|belts?|accessories|sunglasses)\b/i, 167],
]
const CLOTHING = 1604

interface MerchantAsk {
  db: Db
  siteUrl: string
  /** One store's products; by default all. */
  partnerId?: string
}

/**
 * Writes Google's product data as RSS 2.0, one item per variant, in chunks of about 64 KB. Required values that a store
 * has not given are left out, never invented: Google refuses items without a picture or a known stock, so those are
 * left out. A product that fails is logged and left out from there on.
 */
export const writeMerchantFeed = (ask: MerchantAsk): AsyncGenerator<string> => inPieces(merchantTexts(ask))

async function* merchantTexts({ db, siteUrl, partnerId }: MerchantAsk): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>WTF</title><link>${escapeXml(siteUrl)}</link><description>Fashion from independent brands</description>\n`
  for await (const product of eachFeedProduct(db, { siteUrl, partnerId })) {
    const items = merchantItems(product)
    for (let item = nextItem(items, product); item !== null; item = nextItem(items, product)) yield item
  }
  yield '</channel></rss>\n'
}

function nextItem(items: Generator<string>, { id }: FeedProduct): string | null {
  try {
    const { done, value } = items.next()
    return done ? null : value
  } catch (error) {
    log.error({ err: error, productId: id }, 'product left out of a feed')
    return null
  }
}

/** Returns a product's items, one for each variant with known stock. */
export function* merchantItems(product: FeedProduct): Generator<string> {
  const [first, ...others] = product.pictures
  if (!first) return
  const [gender, age] = PEOPLE[product.gender] ?? []
  const materials = product.material.trim()
  const description = cut(
    product.description || product.name,
    Math.floor(MOST_DESCRIPTIONS / Math.max(1, product.variants.length)),
  )
  // The same in each item, so written once: a product may have thousands.
  const above = written([
    ['description', description],
    ['image_link', first.url],
    ...others.slice(0, MOST.morePictures).map((picture) => ['additional_image_link', picture.url] as const),
    ['condition', 'new'],
    ['brand', cut(product.brand, 70)],
    ['item_group_id', product.variants.length > 1 ? product.id : null],
    ['gender', gender],
    ['age_group', age],
    ['material', materials && materials.length <= 200 ? materials : null],
    ['google_product_category', String(taxonomyOf(product.category))],
    ['product_type', product.category.length ? cut(product.category.join(' > '), MOST.productType) : null],
    ['external_seller_id', product.store.id],
  ])
  for (const variant of product.variants) {
    if (variant.availability === 'unknown') continue
    const url = new URL(product.url)
    if (variant.colour) url.searchParams.set('colour', variant.colour)
    if (variant.size) url.searchParams.set('size', variant.size)
    const title = [product.name, variant.colour, variant.size].filter(Boolean).join(', ')
    const gtin = variant.gtin && isGtin(variant.gtin) ? variant.gtin : null
    const own = written([
      ['id', variant.id],
      ['title', cut(title, MOST.title)],
      ['link', url.href],
      ['availability', AVAILABILITY[variant.availability]],
      ['price', price(variant.originalPrice ?? variant.price)],
      ['sale_price', variant.originalPrice && price(variant.price)],
      ['gtin', gtin],
      ['mpn', gtin ? null : variant.sku && cut(variant.sku, MOST.mpn)],
      // Google requires this if there is neither.
      ['identifier_exists', gtin || variant.sku ? null : 'no'],
      ['color', variant.colour && cut(variant.colour, MOST.label)],
      ['size', variant.size && cut(variant.size, MOST.label)],
    ])
    yield `<item>${own}${above}</item>\n`
  }
}

const written = (fields: ReadonlyArray<readonly [name: string, value: string | null | undefined]>): string =>
  fields.flatMap(([name, value]) => (value ? [`<g:${name}>${escapeXml(value)}</g:${name}>`] : [])).join('')

const price = ({ amount, currency }: Money): string => `${amount} ${currency}`

function taxonomyOf(category: readonly string[]): number {
  for (const name of category.toReversed()) {
    const found = TAXONOMY.find(([words]) => words.test(name))
    if (found) return found[1]
  }
  return CLOTHING
}

/** Whether a number has 8, 12, 13 or 14 digits and a valid check digit (GS1): Google refuses items with a wrong one. */
export function isGtin(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false
  const digits = [...text].map(Number).reverse()
  const sum = digits.reduce((total, digit, place) => total + digit * (place % 2 ? 3 : 1), 0)
  return sum % 10 === 0
}

/** Truncates without splitting a character. */
const cut = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '')

/** XML allows no control characters except tabs and line ends, not even escaped. */
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`)
