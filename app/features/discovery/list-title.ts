import type { SearchQuery } from '#server/search/search.schema.ts'

/** 'coats-jackets' -> 'Coats Jackets'. */
function titleOfSlug(slug: string): string {
  return slug
    .split('-')
    .filter(Boolean)
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join(' ')
}

/** The list's title. For a sentence it is the sentence, not the filters that it became. */
export function listTitle(
  { q, mode, all, categories, brands }: Pick<SearchQuery, 'q' | 'mode' | 'all' | 'categories' | 'brands'>,
  brandNames: string[],
): string {
  if (q && mode === 'intelligent') return `"${q}"`
  if (categories.length === 1) return titleOfSlug(categories[0] ?? '')
  if (categories.length > 1) return `${categories.length} Categories`
  if (brands.length === 1) return brandNames[0] ?? brands[0] ?? ''
  if (brands.length > 1) return `${brands.length} Brands`
  if (q) return `"${q}"`
  return all ? 'All Products' : 'Discover'
}
