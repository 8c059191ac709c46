import type { SORTS } from './search.schema.ts'

/** A value of a facet with how many listed products have it, counted without the facet's own selection. */
export interface Facet {
  value: string
  label: string
  count: number
  isSelected: boolean
}

/** In what a product's picture is like what was wanted. Lower is nearer, in tenths of Lab units. */
export interface Alike {
  /** Its place among the product's pictures. */
  picture: number
  /** All together: the order. */
  away: number
  /** Null where no colour was wanted. */
  colour: number | null
  /** Of the outlines; null where one of them has none. */
  shape: number | null
  /** Whether it has the pattern; null where none was wanted. */
  pattern: boolean | null
}

/** What a size table says to one person: in which size they want what it holds for. */
export interface SizeRule {
  partnerId: string
  brandId: string
  /** It holds for all below it too, where no nearer one does. */
  categoryId: string
  /** Whose products it holds for: a size of another country means another one to women and to men. '' for everybody else but children. */
  genders: Array<'women' | 'men' | ''>
  /** Of a table of this audience, which goes before one for all. */
  isExact: boolean
  /** The person's place among the sizes, in hundredths from the middle of the first; a product's fit shift is added. */
  place: number
  /** Each size of the table, small to large, in every spelling that means it. */
  sizes: string[][]
}

/** A search as engines understand it: plain values, nothing to look up but names of brands and categories. */
export interface EngineQuery {
  /** UTC days since 1970: today. */
  day: number
  /** Analysed words (readWords); each must occur. */
  words: string[]
  /** The same words with the endings of their plurals (asTyped), for typing errors. */
  typed?: string[]
  /** Words that the conditions of a sentence stand for. None has to occur; they count for the relevance as `words` do. */
  said: string[]
  /** What was typed as names of products are compared (nameKeyOf); '' to compare none. */
  name: string
  /** Each is a list of terms of which one must occur, in the name, brand or tags. */
  ideas: string[][]
  /** Terms that must not occur in name, brand or tags. */
  withoutTerms: string[]
  partnerId: string | null
  /** Slugs; each stands for itself and everything below it. */
  categories: string[]
  /** Slugs of those of `categories` whose products come first in 'featured'. */
  firstCategories: string[]
  /** In 'featured', children's things come after all others. */
  childrenLast: boolean
  /** Slugs or names. */
  brands: string[]
  sizes: string[]
  colours: string[]
  materials: string[]
  /** Keys of cuts ('sleeve:long'): one of each attribute that is named. */
  cuts: string[]
  genders: string[]
  withoutCategories: string[]
  withoutBrands: string[]
  withoutColours: string[]
  withoutMaterials: string[]
  withoutCuts: string[]
  /** USD cents. */
  priceMin: number | null
  priceMax: number | null
  /** Whole percent off, at least; 0 for any. */
  discountMin: number
  onSale: boolean
  inStock: boolean
  /** What it is to look like (server/media/appearance/appearance.schema.ts): those that do not are left out, and 'featured' is nearest first. */
  looksLike: string | null
  /** In stock in the size that one of these rules gives; null for any. */
  inSize: readonly SizeRule[] | null
  /** Ranges in USD cents to count, both ends included; null is open. */
  priceRanges: Array<{ from: number; to: number | null }>
  sort: (typeof SORTS)[number]
  page: number
  pageSize: number
}

export type Count = { value: string; count: number }

export interface EngineAnswer {
  /** `alike` is null where nothing was to look alike. */
  hits: Array<{ id: string; alike: Alike | null }>
  total: number
  /** The page answered: the last one when a later one was asked for. */
  page: number
  /** Each counted without its own selection; values without a product are left out. */
  facets: {
    /** By slug, for themselves and everything below; in the order of the menu, parents before their children. Those asked for stand here also at zero. */
    categories: Array<Count & { label: string; parent: string | null }>
    /** By slug. */
    brands: Array<Count & { label: string }>
    sizes: Count[]
    colours: Count[]
    materials: Count[]
    /** Each attribute is counted without its own selection. */
    cuts: Count[]
    genders: Count[]
    onSale: number
    inStock: number
    /** USD cents; null where nothing is found. */
    priceMin: number | null
    priceMax: number | null
    priceRanges: number[]
  }
  /** The values of the query that there are, wanted or not: of sizes and the like those that a listed product has. */
  asked: Pick<Names, 'brands' | 'categories'> & Record<'sizes' | 'colours' | 'materials' | 'genders', string[]>
  /** A product has exactly `name`, but none that is found. */
  isNamedElsewhere: boolean
  /** Words that occur nowhere and were read as others. */
  corrections: Array<{ typed: string; read: string }>
  isCached: boolean
}

/** The brands that have a listed product, and the active categories, parents before their children. */
export interface Names {
  brands: Array<{ id: string; slug: string; name: string }>
  categories: Array<{ id: string; slug: string; name: string; parent: string | null; sortOrder: number }>
}

export interface EngineSuggestions {
  productIds: string[]
  brands: Array<{ slug: string; name: string }>
  categories: Array<{ slug: string; name: string; parent: string | null }>
}

/** What finds products. The index in a worker is one, plain SQL another; both give the same answers. */
export interface SearchEngine {
  search: (query: EngineQuery) => Promise<EngineAnswer>
  /** What the beginning of a search may mean; `words` analysed, the last one perhaps unfinished, `typed` as in a query. At most `limit` of each kind. */
  suggest: (words: string[], limit: number, typed?: string[]) => Promise<EngineSuggestions>
  /** How many products `search` would find, without everything else that it tells. */
  total: (query: EngineQuery) => Promise<number>
}
