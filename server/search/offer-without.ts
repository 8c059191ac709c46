import pTimeout from 'p-timeout'
import { toSearchParams, type SearchFilters, type SearchProductsInput } from './search.schema.ts'
import type { Instead, Understanding } from './search.types.ts'
import { labelOf, type NamesAsked } from './understand/conditions.ts'

/** Filters that a search never drops automatically, because they are one shopper's own requirements. */
const REQUIRED: ReadonlyArray<Partial<SearchFilters>> = [
  { priceMinMinor: undefined, priceMaxMinor: undefined },
  { sizes: [] },
  { genders: [] },
  { not: [] },
  { categories: [] },
]
export const NO_PREFERENCES = {
  colours: [],
  materials: [],
  cuts: [],
  tags: [],
  looksLike: undefined,
  discountMin: undefined,
  onSale: false,
  inStock: false,
} satisfies Partial<SearchFilters>

/**
 * For a search that finds nothing even without its preferences, returns each price, size, gender, kind or exclusion
 * whose removal would give results.
 * @param total returns the number of products that match a search
 * @param patienceMs offers nothing after this time
 */
export const offerWithout = (
  asked: Understanding,
  input: SearchProductsInput,
  names: NamesAsked,
  total: (of: Understanding) => Promise<number>,
  patienceMs: number,
): Promise<Instead['without']> =>
  pTimeout(findOffers(asked, input, names, total), { milliseconds: patienceMs, fallback: () => [] })

async function findOffers(
  asked: Understanding,
  input: SearchProductsInput,
  names: NamesAsked,
  total: (of: Understanding) => Promise<number>,
): Promise<Instead['without']> {
  const required: Understanding = { ...asked, ...NO_PREFERENCES }
  const offers: Instead['without'] = []
  for (const nothing of REQUIRED) {
    const left = { ...required, ...nothing }
    const label = labelOf(required, left, names)
    if (label === '' || isNothing(left)) continue
    const found = await total(left)
    if (found === 0) continue
    const { q, mode, plain } = input
    const query = { ...left, q, mode, plain, all: false, view: 'grid', page: 1, sort: input.sort } as const
    offers.push({ label, total: found, search: toSearchParams(query).toString() })
  }
  return offers
}

/** A search without any condition is not worth offering. */
const isNothing = ({
  words,
  categories,
  brands,
  sizes,
  genders,
  priceMinMinor,
  priceMaxMinor,
}: Understanding): boolean =>
  [words, categories, brands, sizes, genders].every(({ length }) => length === 0) &&
  priceMinMinor === undefined &&
  priceMaxMinor === undefined
