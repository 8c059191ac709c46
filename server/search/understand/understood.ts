import type { PriceCurrency } from '../search-values.schema.ts'
import type { SearchQuery } from '../search.schema.ts'

/** What a sentence asks for, as the query string of a list has it. Amounts in minor units. */
export interface Understood {
  categories: string[]
  /** Those of `categories` that its words name first: 'boots' are ankle boots, too, but boots first. Empty if they are all. */
  firstCategories: string[]
  /** Slugs below `categories` that hold other things: nobody who asks for dresses wants jumpsuits. */
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
  /** The one that the sentence names, if any. */
  currency: PriceCurrency | undefined
  priceMinMinor?: number
  priceMaxMinor?: number
  discountMin?: number
  onSale: boolean
  inStock: boolean
  sort: SearchQuery['sort'] | undefined
  /** The words that stand for a kind, brand, colour, material or idea, as searched. */
  said: string[]
  /** The words that were not understood, as typed: they are searched as text. */
  rest: string
  unknownWords: string[]
  /** Misspelt words, and what they are read as. */
  corrections: Array<{ typed: string; read: string }>
}
