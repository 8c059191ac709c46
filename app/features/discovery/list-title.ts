import type { SearchQuery } from '#server/search/search.schema.ts'

/** Puts a search in curly quotes: “red dress”. */
export const quoteSearch = (q: string): string => `“${q}”`

/**
 * Returns the list's title. The title of a sentence is the sentence itself, not its filters.
 * @param result null if the search failed
 * @param department the label of the query's department in the navigation, if it has one
 */
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
  department?: string,
): string {
  if (q && (mode === 'intelligent' || rest !== undefined)) return quoteSearch(q)
  if (categories.length === 1) {
    if (!result) return 'Products'
    return result.categoryNames[0] ?? 'Category not found'
  }
  if (categories.length > 1) return `${categories.length} Categories`
  if (brands.length === 1) return result?.brandNames[0] ?? brands[0] ?? ''
  if (brands.length > 1) return `${brands.length} Brands`
  if (q) return quoteSearch(q)
  if (department) return department
  return all ? 'All Products' : 'Discover'
}
