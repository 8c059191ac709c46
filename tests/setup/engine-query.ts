import type { EngineQuery } from '#server/search/engine.ts'
import { dayOf } from '#server/search/ranking.ts'

/** Asks for every product, newest first. */
export const EVERY_PRODUCT: EngineQuery = {
  day: dayOf(Date.now()),
  words: [],
  ideas: [],
  withoutTerms: [],
  partnerId: null,
  categories: [],
  firstCategories: [],
  brands: [],
  sizes: [],
  colours: [],
  materials: [],
  genders: [],
  withoutCategories: [],
  withoutBrands: [],
  withoutColours: [],
  withoutMaterials: [],
  priceMin: null,
  priceMax: null,
  discountMin: 0,
  onSale: false,
  inStock: false,
  looksLike: null,
  inSize: null,
  priceRanges: [],
  sort: 'newest',
  page: 1,
  pageSize: 50,
}
