import type { Picture } from '#server/media/picture.ts'
import type { ProductCard } from '#server/catalogue/product-card.ts'
import type { Ask } from '#server/platform/ask.ts'
import type { Facet } from './engine.ts'
import type { ListParameter, SearchFilters, SearchProductsInput, SearchQuery } from './search.schema.ts'

export type SearchContext = Pick<Ask, 'db' | 'engine'>

/** An interpreted search: filters, and words that are searched as text. */
export interface Understanding extends SearchFilters {
  words: string[]
  sort: SearchProductsInput['sort']
  rest: string | undefined
  unknownWords: string[]
  /** Words of a sentence that became conditions. Products with them in their name come first. */
  said: string[]
  /** The slugs in `categories` that rank first. */
  firstCategories: string[]
  /** Slugs below `categories` that are left out, unless `categories` includes them. */
  besides: string[]
  /** Whether the price is only a hint, as in 'cheap' and 'around £50'. */
  isPriceLoose?: boolean
  /** Misspelt words of a sentence. */
  corrections: Correction[]
}

/** An entry of the size filter. */
export interface SizeFacet {
  value: string
  /** The heading of its list: 'Women’s shoes (UK)'. */
  heading: string
  /** '12', 'M', 'W32'. */
  label: string
  /** Null if the count is unknown: a waist beside several legs. */
  count: number | null
  isSelected: boolean
}

/** The colours of a product in a list. */
export interface ShownColours {
  /** The colour that the search named and the pictures show; null if none was named or the product has only one. */
  colour: string | null
  /** '#rrggbb' of the first five colours, those in stock first. Empty for a product with one colour. */
  swatches: string[]
  /** The number of colours; 0 for a product with one colour or without named colours. */
  colourCount: number
}

/** A product in a list. */
interface SearchHit extends ProductCard, ShownColours {
  /** How it resembles the wanted look, in words; null if the search has no look. */
  alike: string | null
}

/** One condition of a search, which a chip shows and can remove. */
export interface Condition {
  /** The list parameter that holds it, or a single parameter. 'price' is priceMin, priceMax and currency together. */
  param: ListParameter | 'price' | 'discountMin' | 'onSale' | 'inStock' | 'looksLike'
  /** The value in a list parameter, or the part of `looksLike`; '' for the others. */
  value: string
  /** 'Dresses', 'UK 12', 'Under £80', 'Not wool'. */
  label: string
  /** '#rrggbb' for a colour of `looksLike`: many colours share one label. */
  hex?: string
}

interface Correction {
  /** The shopper's spelling. */
  typed: string
  /** The corrected word. */
  read: string
}

/** Alternatives to a search that finds nothing. */
export interface Instead {
  /** The conditions to remove, the number of products without them, and the query string of that list. */
  without: Array<{ label: string; total: number; search: string }>
  /** The text with its likely spelling, if that search finds something; otherwise null. */
  spelling: string | null
  /** A known brand that is not sold here, and similar brands that are. */
  brandNamed: string | null
  brands: Array<{ slug: string; name: string }>
  /** Popular searches. */
  searches: string[]
}

export interface SearchResult {
  products: SearchHit[]
  total: number
  /** The returned page: the last one if a later one was requested. */
  page: number
  totalPages: number
  facets: {
    categories: Array<Facet & { parent: string | null }>
    brands: Facet[]
    /** In the order of the size lists, small before large. */
    sizes: SizeFacet[]
    /** Families, and selected shades. `hex` is the swatch. */
    colours: Array<Facet & { hex: string }>
    materials: Facet[]
    /** The few cut attributes that many products of the list have. */
    cuts: Array<{ key: string; label: string; values: Facet[] }>
    genders: Facet[]
    onSale: number
    inStock: number
    /** Counted without the price filter; bounds in minor units of `currency`, null if nothing is found. */
    price: {
      currency: SearchQuery['currency']
      minMinor: number | null
      maxMinor: number | null
      presets: Array<{ label: string; priceMin: string | undefined; priceMax: string | undefined; count: number }>
    }
  }
  /**
   * The applied filters, with a sentence turned into filters and without dropped conditions. Links and forms are made
   * from them (toSearchParams).
   */
  filters: Pick<SearchQuery, 'q' | 'mode' | 'rest' | 'plain' | keyof SearchFilters>
  /** The applied order: a sentence may have asked for one ('cheapest'). */
  sort: SearchQuery['sort']
  /**
   * The meaning of a text typed in Normal mode as a sentence. Null if it has no meaning beyond its words, or if it was
   * typed as a sentence.
   */
  sentence: {
    /** Whether the sentence is applied, because its words alone find less. */
    isRead: boolean
    /** The chips of the sentence. */
    conditions: Condition[]
  } | null
  /** The chips of the search. */
  conditions: Condition[]
  /** Intelligent mode: words that were not understood and are searched as text. */
  unknownWords: string[]
  /** Labels of conditions that were dropped because nothing met all of them: 'UK 12', 'the word "sequin"'. */
  relaxed: string[]
  /** Dropped conditions that shoppers rely on, such as 'vegan', when the results may break them. */
  brokenPromises: string[]
  /** Another note about the list. */
  note?: string
  corrections: Correction[]
  /** Null if something is found or no text was searched. */
  instead: Instead | null
  /** The number of list values that were dropped because nothing here has them. */
  unknownFilters: number
  /** Names of the requested categories that exist. */
  categoryNames: string[]
  /** Names of the requested brands that exist. */
  brandNames: string[]
  /** For a short list: products that match all but some preferences, with the labels of those. */
  nearly: { products: SearchHit[]; without: string[] } | null
  /** Milliseconds to read the search and find the products. */
  executionMs: number
  cached: boolean
}

export interface Suggestion {
  /** 'list': a department of the navigation, or one of its categories. */
  kind: 'product' | 'brand' | 'category' | 'search' | 'list'
  /** The text to show. */
  label: string
  /** Products: the brand. Categories: their parent. Categories of a department: the department. */
  detail: string | null
  /** Product id, brand slug, category slug, the search's text, or a list's query string. */
  value: string
  /** Products only. */
  picture: Picture | null
}
