import type { SearchQuery } from '#server/search/search.schema.ts'

/** In display type: “red dress”. */
export const quoteSearch = (q: string): string => `“${q}”`

/** The list's title. For a sentence it is the sentence, not the filters that it became. @param result null if the search failed */
export function listTitle(
  {
    q,
    mode,
    rest,
    all,
    categories,
    brands,
  }: Pick<SearchQuery, 'q' | 'mode' | 'rest' | 'all' | 'categories' | 'brands'>,
  result: { categoryNames: string[]; brandNames: string[] } | null,
): string {
  if (q && (mode === 'intelligent' || rest !== undefined)) return quoteSearch(q)
  if (categories.length === 1) {
    if (!result) return 'Products'
    return result.categoryNames[0] ?? 'Unknown category'
  }
  if (categories.length > 1) return `${categories.length} Categories`
  if (brands.length === 1) return result?.brandNames[0] ?? brands[0] ?? ''
  if (brands.length > 1) return `${brands.length} Brands`
  if (q) return quoteSearch(q)
  return all ? 'All Products' : 'Discover'
}
