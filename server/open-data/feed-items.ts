import { log } from '#server/platform/log.ts'
import type { FeedProduct, Money } from './feed-product.schema.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

/**
 * Maximum characters of all descriptions of one product, because each of its items repeats the description. With more
 * than 200 variants, each description is shortened.
 */
const MAX_DESCRIPTIONS = 1_000_000

/** Maps the shop's genders to the gender and age group of feeds for search engines. */
export const PEOPLE = lookup<readonly [gender: 'female' | 'male' | 'unisex', age: 'adult' | 'kids']>({
  women: ['female', 'adult'],
  men: ['male', 'adult'],
  unisex: ['unisex', 'adult'],
  girls: ['female', 'kids'],
  boys: ['male', 'kids'],
  kids: ['unisex', 'kids'],
})

/** A variant of a product, as an item of a feed. */
interface FeedItem {
  variant: FeedProduct['variants'][number]
  /** The product with its colour and size. */
  title: string
  /** The product's page with the colour and size chosen. */
  url: string
  /** Null if the store gave none, or an invalid one. */
  gtin: string | null
}

/** Yields a product's variants as items of a feed. */
export function* feedItems({ name, url, variants }: FeedProduct): Generator<FeedItem> {
  for (const variant of variants) {
    const page = new URL(url)
    if (variant.colour) page.searchParams.set('colour', variant.colour)
    if (variant.size) page.searchParams.set('size', variant.size)
    yield {
      variant,
      title: [name, variant.colour, variant.size].filter(Boolean).join(', '),
      url: page.href,
      gtin: variant.gtin && isGtin(variant.gtin) ? variant.gtin : null,
    }
  }
}

/** Returns the description that each item of a product repeats. */
export const itemDescription = ({ description, name, variants }: FeedProduct): string =>
  cut(description || name, Math.floor(MAX_DESCRIPTIONS / Math.max(1, variants.length)))

/**
 * Returns the next text of a product, or null after the last. If a product fails, logs the error and leaves out the
 * rest of the product.
 */
export function nextText(items: Generator<string>, { id }: FeedProduct): string | null {
  try {
    const { done, value } = items.next()
    return done ? null : value
  } catch (error) {
    log.error({ err: error, productId: id }, 'product left out of a feed')
    return null
  }
}

/** Formats a price: '45.00 GBP'. */
export const priceText = ({ amount, currency }: Money): string => `${amount} ${currency}`

/** Truncates without splitting a character. */
export const cut = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '')

/**
 * Whether a number has 8, 12, 13 or 14 digits and a valid check digit (GS1), because search engines refuse items with
 * an invalid number.
 */
export function isGtin(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false
  const digits = [...text].map(Number).reverse()
  const sum = digits.reduce((total, digit, place) => total + digit * (place % 2 ? 3 : 1), 0)
  return sum % 10 === 0
}
