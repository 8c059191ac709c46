import type { Understanding } from '#server/search/search.types.ts'

/** The parsed form of a search without words and filters. */
export const NOTHING_ASKED: Understanding = {
  categories: [],
  said: [],
  firstCategories: [],
  besides: [],
  corrections: [],
  brands: [],
  sizes: [],
  colours: [],
  materials: [],
  cuts: [],
  genders: [],
  tags: [],
  not: [],
  currency: 'USD',
  priceMinMinor: undefined,
  priceMaxMinor: undefined,
  discountMin: undefined,
  onSale: false,
  inStock: false,
  words: [],
  sort: 'featured',
  rest: '',
  unknownWords: [],
}
