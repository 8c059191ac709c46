import type { Suggestion } from '#app/lib/api-types.ts'
import { paths } from '#app/lib/paths.ts'

/** Where a suggestion leads. */
export function suggestionHref({ kind, value }: Pick<Suggestion, 'kind' | 'value'>): string {
  if (kind === 'product') return paths.product(value)
  if (kind === 'brand') return paths.discover({ brand: value })
  if (kind === 'category') return paths.discover({ category: value })
  return paths.discover({ q: value })
}
