import { toSearchParams, type SearchFilters, type SearchProductsInput } from './search.schema.ts'
import type { Instead, Understanding } from './search.types.ts'
import { conditionsOf } from './understand/conditions.ts'

/** What no search drops by itself, one shopper's wish each. */
const REQUIRED: ReadonlyArray<Partial<SearchFilters>> = [
  { priceMinMinor: undefined, priceMaxMinor: undefined },
  { sizes: [] },
  { genders: [] },
  { not: [] },
  { categories: [] },
]
const PREFERENCES = {
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
 * For a search that finds nothing, even without its preferences: each price, size, gender, kind or 'not' without which it would find something.
 * @param total how many products meet an understanding
 */
export async function offerWithout(
  asked: Understanding,
  input: SearchProductsInput,
  names: Parameters<typeof conditionsOf>[1],
  total: (of: Understanding) => Promise<number>,
): Promise<Instead['without']> {
  const required: Understanding = { ...asked, ...PREFERENCES }
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

/** The chips that are gone. */
function labelOf(before: Understanding, after: Understanding, names: Parameters<typeof conditionsOf>[1]): string {
  const left = new Set(conditionsOf(after, names).map(({ label }) => label))
  return conditionsOf(before, names)
    .map(({ label }) => label)
    .filter((label) => !left.has(label))
    .join(', ')
}

/** The whole shop is no offer. */
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
