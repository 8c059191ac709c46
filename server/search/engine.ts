import type { SORTS } from './search.schema.ts'

/** A facet value with the number of listed products that have it, counted without the facet's own selection. */
export interface Facet {
  value: string
  label: string
  count: number
  isSelected: boolean
}

/** How a product's picture compares with the wanted look. Lower is closer, in tenths of Lab units. */
export interface Alike {
  /** The picture's position among the product's pictures. */
  picture: number
  /** The total distance; lists are sorted by it. */
  away: number
  /** Null if no colour was asked for. */
  colour: number | null
  /** The distance between the outlines; null if one of them has none. */
  shape: number | null
  /** Whether the picture has the pattern; null if none was asked for. */
  pattern: boolean | null
}

/** One person's size according to one size table. */
export interface SizeRule {
  partnerId: string
  brandId: string
  /** Applies to subcategories too, unless one of them has a rule. */
  categoryId: string
  /** The audience of the products it applies to, because the same size differs for women and men. '' is everyone else except children. */
  genders: Array<'women' | 'men' | ''>
  /** True for a table for this exact audience, which takes precedence over a table for everyone. */
  isExact: boolean
  /** The person's position on the size scale, in hundredths from the middle of the first size. A product's fit shift is added. */
  place: number
  /** The table's sizes, small to large, each in all equivalent spellings. */
  sizes: string[][]
}

/** A search as engines take it: plain values. Only brand and category names still need a lookup. */
export interface EngineQuery {
  /** Today, in UTC days since 1970. */
  day: number
  /** Analysed words (parseWords); each must occur. */
  words: string[]
  /** The same words with their plural endings (asTyped), for typo correction. */
  typed?: string[]
  /** Words that the sentence's conditions came from. None is required; they count for relevance like `words`. */
  said: string[]
  /** The typed text as a product name key (nameKeyOf); '' to skip the comparison. */
  name: string
  /** Lists of terms. One term of each list must occur in the name, brand or tags. */
  ideas: string[][]
  /** Terms that must not occur in name, brand or tags. */
  withoutTerms: string[]
  partnerId: string | null
  /** Slugs; each includes its descendants. */
  categories: string[]
  /** The slugs in `categories` that rank first in 'featured'. */
  firstCategories: string[]
  /** In 'featured', children's products come last. */
  childrenLast: boolean
  /** Slugs or names. */
  brands: string[]
  sizes: string[]
  colours: string[]
  materials: string[]
  /** Cut keys ('sleeve:long'). A product needs one of the selected values of each attribute. */
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
  /** The minimum discount in whole percent; 0 for any product. */
  discountMin: number
  onSale: boolean
  inStock: boolean
  /**
   * The wanted look (server/media/appearance/appearance.schema.ts). Products that do not match are left out, and
   * 'featured' is sorted by similarity.
   */
  looksLike: string | null
  /** In stock in the size that one of these rules gives; null for any size. */
  inSize: readonly SizeRule[] | null
  /** Ranges in USD cents to count, both ends included; null is open. */
  priceRanges: Array<{ from: number; to: number | null }>
  sort: (typeof SORTS)[number]
  page: number
  pageSize: number
}

export type Count = { value: string; count: number }

export interface EngineAnswer {
  /** `alike` is null if the query has no look. */
  hits: Array<{ id: string; alike: Alike | null }>
  total: number
  /** The returned page: the last one if a later one was requested. */
  page: number
  /** Each facet is counted without its own selection. Values without a product are left out. */
  facets: {
    /**
     * Categories by slug, each counted with its descendants, in menu order: parents before their children. Selected
     * categories are included even at zero.
     */
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
    /** USD cents; null if nothing is found. */
    priceMin: number | null
    priceMax: number | null
    priceRanges: number[]
  }
  /** The query's values that exist, included or excluded. Sizes, colours and the like exist if a listed product has them. */
  asked: Pick<Names, 'brands' | 'categories'> & Record<'sizes' | 'colours' | 'materials' | 'genders', string[]>
  /** True if a product is named exactly `name` but is not among the results. */
  isNamedElsewhere: boolean
  /** Words that occur nowhere and were corrected. */
  corrections: Array<{ typed: string; read: string }>
  isCached: boolean
}

/** Brands with a listed product, and active categories, parents before their children. */
export interface Names {
  brands: Array<{ id: string; slug: string; name: string }>
  categories: Array<{ id: string; slug: string; name: string; parent: string | null; sortOrder: number }>
}

export interface EngineSuggestions {
  productIds: string[]
  brands: Array<{ slug: string; name: string }>
  categories: Array<{ slug: string; name: string; parent: string | null }>
}

/** The state of this process's search index. */
export interface IndexState {
  /** False while SQL answers searches. */
  isReady: boolean
  /** Milliseconds since the index last had every committed change. It checks every few seconds. */
  behindMs: number
}

/** Finds products. One engine is the index in a worker, the other is plain SQL; both give the same answers. */
export interface SearchEngine {
  search: (query: EngineQuery) => Promise<EngineAnswer>
  /** Suggests completions. `words` are analysed and the last one may be unfinished; `typed` as in a query. At most `limit` of each kind. */
  suggest: (words: string[], limit: number, typed?: string[]) => Promise<EngineSuggestions>
  /** The number of products that `search` would find, without facets or hits. */
  total: (query: EngineQuery) => Promise<number>
  /** Returns the texts whose words all occur in the name, brand or tags of one product, of the partner if given. */
  keepOccurring: (texts: string[][], partnerId: string | null) => Promise<string[][]>
  /**
   * Fills a list with the first hits of several queries, in turn, until `enough` products are there. Counts no facets.
   * Returns the new hits of each query that was needed.
   * @param there ids that the list already has
   */
  fill: (queries: EngineQuery[], there: string[], enough: number) => Promise<Array<EngineAnswer['hits']>>
}
