import type { PriceCurrency } from '../search-values.schema.ts'
import type { SearchQuery } from '../search.schema.ts'

/** The meaning of a sentence, as in the query string of a list. Amounts in minor units. */
export interface Understood {
  categories: string[]
  /**
   * The categories that its words name first: 'boots' include ankle boots, but boots come first. Empty if that applies
   * to all.
   */
  firstCategories: string[]
  /** Slugs of descendants that are other things: people who search for dresses do not want jumpsuits. */
  besides: string[]
  brands: string[]
  sizes: string[]
  colours: string[]
  materials: string[]
  /** Keys of cuts: 'sleeve:long'. */
  cuts: string[]
  genders: string[]
  /** Keys of ideas. */
  tags: string[]
  /** 'kind:value' */
  not: string[]
  /** The currency that the sentence names, if any. */
  currency: PriceCurrency | undefined
  priceMinMinor?: number
  priceMaxMinor?: number
  /** Whether the sentence names no exact limit: 'cheap', 'around £50'. */
  isPriceLoose?: boolean
  discountMin?: number
  onSale: boolean
  inStock: boolean
  sort: SearchQuery['sort'] | undefined
  /** Words for a kind, brand, colour, material or idea, as searched. */
  said: string[]
  /** Words that were not understood, as typed. They are searched as text. */
  rest: string
  unknownWords: string[]
  /** Misspelt words with their corrections. */
  corrections: Array<{ typed: string; read: string }>
}
