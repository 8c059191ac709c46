import type { Db } from '#server/platform/db.ts'
import { inPieces } from '#server/platform/in-pieces.ts'
import { cut, feedItems, itemDescription, nextText, PEOPLE, priceText } from './feed-items.ts'
import type { FeedProduct } from './feed-product.schema.ts'
import { eachFeedProduct } from './list-feed-products.ts'

// https://support.google.com/merchants/answer/7052112 (product data specification), read 25 November 2026.

const MAX_FIELD = { title: 150, productType: 750, label: 100, morePictures: 10, id: 50, mpn: 70, group: 50 }
const AVAILABILITY = { in_stock: 'in_stock', out_of_stock: 'out_of_stock' } as const
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
 * Writes Google's product data as RSS 2.0, one item per variant, in chunks of about 64 KB. Never invents a required
 * value. Leaves out items without a picture or a known stock, because Google refuses them. If a product fails, logs the
 * error and leaves out the rest of the product.
 */
export const writeMerchantFeed = (ask: MerchantAsk): AsyncGenerator<string> => inPieces(merchantTexts(ask))

async function* merchantTexts({ db, siteUrl, partnerId }: MerchantAsk): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>WTF</title><link>${escapeXml(siteUrl)}</link><description>Fashion from independent brands</description>\n`
  for await (const product of eachFeedProduct(db, { siteUrl, partnerId })) {
    const items = merchantItems(product)
    for (let item = nextText(items, product); item !== null; item = nextText(items, product)) yield item
  }
  yield '</channel></rss>\n'
}

/** Returns a product's items, one for each variant with known stock. */
export function* merchantItems(product: FeedProduct): Generator<string> {
  const [first, ...others] = product.pictures
  if (!first) return
  const [gender, age] = PEOPLE[product.gender] ?? []
  const materials = product.material.trim()
  // Formats the fields that all items share only once, because a product may have thousands of items.
  const above = written([
    ['description', itemDescription(product)],
    ['image_link', first.url],
    ...others.slice(0, MAX_FIELD.morePictures).map((picture) => ['additional_image_link', picture.url] as const),
    ['condition', 'new'],
    ['brand', cut(product.brand, 70)],
    ['item_group_id', product.variants.length > 1 ? product.id : null],
    ['gender', gender],
    ['age_group', age],
    ['material', materials && materials.length <= 200 ? materials : null],
    ['google_product_category', String(taxonomyOf(product.category))],
    ['product_type', product.category.length ? cut(product.category.join(' > '), MAX_FIELD.productType) : null],
    ['external_seller_id', product.store.id],
  ])
  for (const { variant, title, url, gtin } of feedItems(product)) {
    if (variant.availability === 'unknown') continue
    const itemFields = written([
      ['id', variant.id],
      ['title', cut(title, MAX_FIELD.title)],
      ['link', url],
      ['availability', AVAILABILITY[variant.availability]],
      ['price', priceText(variant.originalPrice ?? variant.price)],
      ['sale_price', variant.originalPrice && priceText(variant.price)],
      ['gtin', gtin],
      ['mpn', gtin ? null : variant.sku && cut(variant.sku, MAX_FIELD.mpn)],
      // Google requires this for an item with neither a GTIN nor an SKU.
      ['identifier_exists', gtin || variant.sku ? null : 'no'],
      ['color', variant.colour && cut(variant.colour, MAX_FIELD.label)],
      ['size', variant.size && cut(variant.size, MAX_FIELD.label)],
    ])
    yield `<item>${itemFields}${above}</item>\n`
  }
}

const written = (fields: ReadonlyArray<readonly [name: string, value: string | null | undefined]>): string =>
  fields.flatMap(([name, value]) => (value ? [`<g:${name}>${escapeXml(value)}</g:${name}>`] : [])).join('')

function taxonomyOf(category: readonly string[]): number {
  for (const name of category.toReversed()) {
    const found = TAXONOMY.find(([words]) => words.test(name))
    if (found) return found[1]
  }
  return CLOTHING
}

/** Escapes text. XML allows no control characters except tabs and line ends, even escaped. */
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`)
