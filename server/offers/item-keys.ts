import { createHash } from 'node:crypto'
import { parseWords } from '#server/search/parse-words.ts'
import { itemGtin } from './item-gtin.ts'
import { styleNumber } from './style-number.ts'

/** A shorter name without the brand ('Coat') fits many products. */
const MIN_WORDS = 2
/** Words that stores add to a name or leave out. */
const SMALL_WORDS = new Set('a an and by for from in of on the with'.split(' '))

/** The product facts that identify its item. */
export interface ItemFacts {
  id: string
  partnerId: string
  brandId: string
  brand: string
  categoryId: string | null
  gender: string
  name: string
  /** As in products.appearances. */
  appearances: Uint8Array
  variants: Array<{ sku: string | null; gtin: string | null }>
}

/** The analysed facts, computed once for all comparisons. */
export interface Item extends Omit<ItemFacts, 'variants' | 'brand' | 'name'> {
  /** The words of the name without the brand's. */
  words: ReadonlySet<string>
  /** Numbers by key, each with its readable form: the GTIN-14, or the SKU in the store's spelling. */
  gtins: ReadonlyMap<bigint, string>
  styles: ReadonlyMap<bigint, string>
  /** A key of the brand, category, audience and name; null if these are too vague. */
  look: bigint | null
}

/** Returns an item's keys. Two products are compared only if they share one. */
export const keysOf = ({ gtins, styles, look }: Item): bigint[] => [
  ...gtins.keys(),
  ...styles.keys(),
  ...(look === null ? [] : [look]),
]

export function parseItem({ variants, brand, name, ...facts }: ItemFacts): Item {
  const ofBrand = new Set(parseWords(brand))
  const words = new Set(parseWords(name).filter((word) => !ofBrand.has(word) && !SMALL_WORDS.has(word)))
  const gtins = new Map<bigint, string>()
  const styles = new Map<bigint, string>()
  for (const { sku, gtin } of variants) {
    const item = itemGtin(gtin)
    if (item !== null) gtins.set(keyOf('gtin', item), item)
    const style = styleNumber(sku)
    if (style !== null && sku !== null) styles.set(keyOf('style', facts.brandId, style), sku.trim())
  }
  const isNamed = facts.categoryId !== null && words.size >= MIN_WORDS
  const look = isNamed ? keyOf('look', facts.brandId, facts.categoryId ?? '', facts.gender, ...[...words].sort()) : null
  return { ...facts, words, gtins, styles, look }
}

/** Returns a key of 64 bits: collisions are rare among a hundred million keys. */
const keyOf = (...parts: string[]): bigint => createHash('sha256').update(parts.join('\n')).digest().readBigInt64BE(0)
