import { dayOf } from './ranking.ts'
import type { EngineQuery } from './engine.ts'

/** Returns the query for every product of a partner, or of all. */
export const everyProduct = (partnerId: string | null): EngineQuery => ({
  day: dayOf(Date.now()),
  words: [],
  said: [],
  name: '',
  ideas: [],
  withoutTerms: [],
  partnerId,
  categories: [],
  firstCategories: [],
  childrenLast: false,
  brands: [],
  sizes: [],
  colours: [],
  materials: [],
  cuts: [],
  genders: [],
  withoutCategories: [],
  withoutBrands: [],
  withoutColours: [],
  withoutMaterials: [],
  withoutCuts: [],
  priceMin: null,
  priceMax: null,
  discountMin: 0,
  onSale: false,
  inStock: false,
  looksLike: null,
  inSize: null,
  priceRanges: [],
  sort: 'featured',
  page: 1,
  pageSize: 1,
})

/** Returns the query for products that have these words in their name, brand or tags. */
export const withWords = (words: readonly string[], partnerId: string | null): EngineQuery => ({
  ...everyProduct(partnerId),
  ideas: words.map((word) => [word]),
})
