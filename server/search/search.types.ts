import type { Picture } from '#server/media/picture.ts'
import type { ProductCard } from '#server/catalogue/product-card.ts'
import type { Facet } from './engine.ts'
import type { ListParameter, SearchFilters, SearchProductsInput, SearchQuery } from './search.schema.ts'

/** A search once it is understood: filters, and words that are searched as text. */
export interface Understanding extends SearchFilters {
  words: string[]
  sort: SearchProductsInput['sort']
  rest: string | undefined
  unknownWords: string[]
  /** Words of a sentence that became conditions: products that have them in their name come first. */
  said: string[]
  /** Slugs of those of `categories` that come first. */
  firstCategories: string[]
  /** Slugs below `categories` that are left out, unless they are among them. */
  besides: string[]
  /** Misspelt words of a sentence. */
  corrections: Correction[]
}

/** An entry of the size filter. */
export interface SizeFacet {
  value: string
  /** The list it is in: 'Women’s shoes (UK)'. */
  heading: string
  /** '12', 'M', 'W32'. */
  label: string
  /** Null if it cannot be told: a waist beside several legs. */
  count: number | null
  isSelected: boolean
}

/** The colours of a product in a list. */
export interface ShownColours {
  /** The one that the search named, which the pictures show; null where none was named or there is no other. */
  colour: string | null
  /** '#rrggbb' of the first five of several, those that can be bought first. */
  swatches: string[]
  /** How many there are; 0 of a product that has one, or has none with a name. */
  colourCount: number
}

/** A product in a list. */
interface SearchHit extends ProductCard, ShownColours {
  /** In what it is like what was wanted, in words; null where nothing was to look alike. */
  alike: string | null
}

/** One condition of a search, as a chip shows it and takes it off. */
export interface Condition {
  /** The list parameter that holds it, or the one that stands alone. 'price' is priceMin, priceMax and currency together. */
  param: ListParameter | 'price' | 'discountMin' | 'onSale' | 'inStock' | 'looksLike'
  /** Its value in a list parameter, its part of `looksLike`; '' for the others. */
  value: string
  /** 'Dresses', 'UK 12', 'Under £80', 'Not wool'. */
  label: string
  /** '#rrggbb', where it is a colour of `looksLike`: many of them have one label. */
  hex?: string
}

interface Correction {
  /** As the shopper wrote it. */
  typed: string
  /** As it was read. */
  read: string
}

/** What is offered where a search finds nothing. */
export interface Instead {
  /** What would have to go, how many products there are then, and the query string of that list. */
  without: Array<{ label: string; total: number; search: string }>
  /** The text as it may have been meant: it finds something. */
  spelling: string | null
  /** A known brand that is not sold here, and brands here that are like it. */
  brandNamed: string | null
  brands: Array<{ slug: string; name: string }>
  /** What others search for. */
  searches: string[]
}

export interface SearchResult {
  products: SearchHit[]
  total: number
  /** The page shown: the last one when a later one was asked for. */
  page: number
  totalPages: number
  facets: {
    categories: Array<Facet & { parent: string | null }>
    brands: Facet[]
    /** In the order of the lists, small before large. */
    sizes: SizeFacet[]
    /** Families, and shades that are selected. `hex` is the swatch. */
    colours: Array<Facet & { hex: string }>
    materials: Facet[]
    /** Attributes of cut that many products of the list have, at most a few of them. */
    cuts: Array<{ key: string; label: string; values: Facet[] }>
    genders: Facet[]
    onSale: number
    inStock: number
    /** Counted without the price filter; bounds in minor units of `currency`, null where nothing is found. */
    price: {
      currency: SearchQuery['currency']
      minMinor: number | null
      maxMinor: number | null
      presets: Array<{ label: string; priceMin: string | undefined; priceMax: string | undefined; count: number }>
    }
  }
  /** What is shown, with a sentence already turned into filters and without what was left out: links and forms are made from it (toSearchParams). */
  filters: Pick<SearchQuery, 'q' | 'mode' | 'rest' | 'plain' | keyof SearchFilters>
  /** The order shown: a sentence may have asked for one ('cheapest'). */
  sort: SearchQuery['sort']
  /** What a text typed in Normal mode means as a sentence; null where that is no more than its words, or where a sentence was typed. */
  sentence: {
    /** Whether it is shown as that, because its words alone find less. */
    isRead: boolean
    /** The chips that it makes. */
    conditions: Condition[]
  } | null
  /** Chips. */
  conditions: Condition[]
  /** Intelligent mode: words that were not understood; they are searched as text. */
  unknownWords: string[]
  /** Labels of conditions that were left out because nothing met all of them: 'UK 12', 'the word "sequin"'. */
  relaxed: string[]
  /** What a shopper relies on ('vegan') and what is left does not keep. */
  brokenPromises: string[]
  /** What else is to be said of the list. */
  note?: string
  corrections: Correction[]
  /** Null where something is found, or no text was searched. */
  instead: Instead | null
  /** How many values of lists were left out because nothing here has them. */
  unknownFilters: number
  /** Names of the categories asked for, as far as they exist. */
  categoryNames: string[]
  /** Names of the brands asked for, as far as they exist. */
  brandNames: string[]
  /** Of a list that is short: what meets all but some preferences, with their labels. */
  nearly: { products: SearchHit[]; without: string[] } | null
  /** Milliseconds to read the search and find the products. */
  executionMs: number
  cached: boolean
}

export interface Suggestion {
  /** 'list': a department of the navigation, or one of its categories. */
  kind: 'product' | 'brand' | 'category' | 'search' | 'list'
  /** What is shown. */
  label: string
  /** Products: the brand. Categories: their parent. Categories of a department: the department. */
  detail: string | null
  /** Product id, brand slug, category slug, the search's text, or a list's query string. */
  value: string
  /** Of products. */
  picture: Picture | null
}
