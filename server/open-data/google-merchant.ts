import type { Db } from '#server/platform/db.ts'
import type { FeedProduct, Money } from './feed-product.schema.ts'
import { eachFeedProduct } from './read-feed-products.ts'

// https://support.google.com/merchants/answer/7052112 (product data specification), read 25 November 2026.

const MOST = { title: 150, productType: 750, label: 100, morePictures: 10, id: 50, mpn: 70, group: 50 }
const AVAILABILITY = { in_stock: 'in_stock', out_of_stock: 'out_of_stock' } as const
/** What the shop calls a gender, as Google's gender and age group. */
const PEOPLE: Readonly<Record<string, readonly [gender: string, age: string]>> = {
  women: ['female', 'adult'],
  men: ['male', 'adult'],
  unisex: ['unisex', 'adult'],
  girls: ['female', 'kids'],
  boys: ['male', 'kids'],
  kids: ['unisex', 'kids'],
}
/** Numbers of Google's taxonomy (version 2021-09-21) for what categories are called here; else all of clothing. */
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
  /** One store's, else all. */
  partnerId?: string
}

/**
 * Google's product data as RSS 2.0, an item a variant, a page of items at a time. What Google requires and a store has not given is left out,
 * never invented: an item without a picture or without a known stock is not in it, since Google would refuse it.
 * @param inTurn reads a page
 */
export async function* writeMerchantFeed(
  { db, siteUrl, partnerId }: MerchantAsk,
  inTurn: <T>(work: () => Promise<T>) => Promise<T> = (work) => work(),
): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>WTF</title><link>${escapeXml(siteUrl)}</link><description>Fashion of independent brands</description>\n`
  const pages = eachFeedProduct(db, { siteUrl, partnerId })
  for (;;) {
    const { done, value } = await inTurn(() => pages.next())
    if (done) break
    yield value.flatMap(merchantItems).join('')
  }
  yield '</channel></rss>\n'
}

/** The items of a product, one for each variant of which the stock is known. */
export function merchantItems(product: FeedProduct): string[] {
  const [first, ...others] = product.pictures
  if (!first) return []
  const isGroup = product.variants.length > 1
  const [gender, age] = PEOPLE[product.gender] ?? []
  const materials = product.material.trim()
  return product.variants.flatMap((variant) => {
    if (variant.availability === 'unknown') return []
    const url = new URL(product.url)
    if (variant.colour) url.searchParams.set('colour', variant.colour)
    if (variant.size) url.searchParams.set('size', variant.size)
    const title = [product.name, variant.colour, variant.size].filter(Boolean).join(', ')
    const gtin = variant.gtin && isGtin(variant.gtin) ? variant.gtin : null
    const fields: Array<readonly [name: string, value: string | null | undefined]> = [
      ['id', variant.id],
      ['title', cut(title, MOST.title)],
      ['description', product.description || product.name],
      ['link', url.href],
      ['image_link', first.url],
      ...others.slice(0, MOST.morePictures).map((picture) => ['additional_image_link', picture.url] as const),
      ['availability', AVAILABILITY[variant.availability]],
      ['price', price(variant.originalPrice ?? variant.price)],
      ['sale_price', variant.originalPrice && price(variant.price)],
      ['condition', 'new'],
      ['brand', cut(product.brand, 70)],
      ['gtin', gtin],
      ['mpn', gtin ? null : variant.sku && cut(variant.sku, MOST.mpn)],
      // Google wants to know that there is neither.
      ['identifier_exists', gtin || variant.sku ? null : 'no'],
      ['item_group_id', isGroup ? product.id : null],
      ['color', variant.colour && cut(variant.colour, MOST.label)],
      ['size', variant.size && cut(variant.size, MOST.label)],
      ['gender', gender],
      ['age_group', age],
      ['material', materials && materials.length <= 200 ? materials : null],
      ['google_product_category', String(taxonomyOf(product.category))],
      ['product_type', product.category.length ? cut(product.category.join(' > '), MOST.productType) : null],
      ['external_seller_id', product.store.id],
    ]
    const written = fields.flatMap(([name, value]) => (value ? [`<g:${name}>${escapeXml(value)}</g:${name}>`] : []))
    return [`<item>${written.join('')}</item>\n`]
  })
}

const price = ({ amount, currency }: Money): string => `${amount} ${currency}`

function taxonomyOf(category: readonly string[]): number {
  for (const name of category.toReversed()) {
    const found = TAXONOMY.find(([words]) => words.test(name))
    if (found) return found[1]
  }
  return CLOTHING
}

/** A number of 8, 12, 13 or 14 digits whose last is the right one (GS1): Google refuses an item with a wrong one. */
export function isGtin(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false
  const digits = [...text].map(Number).reverse()
  const sum = digits.reduce((total, digit, place) => total + digit * (place % 2 ? 3 : 1), 0)
  return sum % 10 === 0
}

/** Without half of a character at its end. */
const cut = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '')

/** XML knows no control characters but tab and line ends, not even escaped. */
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`)
