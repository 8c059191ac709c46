import { labelSlug } from '#server/catalogue/label-slug.ts'
import type { EngineAnswer } from './engine.ts'
import type { ListParameter, SearchFilters } from './search.schema.ts'
import { isSizeThere } from './size-filter.ts'

/** Lists where a product needs only one value, so that unknown values beside known ones change nothing. Tags are all required. */
const ANY_OF = ['categories', 'brands', 'sizes', 'colours', 'materials', 'genders'] as const satisfies ListParameter[]

/**
 * Removes filter values that nothing in the catalogue has, and returns their number. The results stay the same: a list
 * of only unknown values keeps its first, so that it still finds nothing and its chip explains why.
 */
export function withoutUnknown<Filters extends SearchFilters>(
  given: Filters,
  asked: EngineAnswer['asked'],
): { understanding: Filters; unknown: number } {
  const names = new Set(asked.brands.flatMap(({ slug, name }) => [slug, name]))
  const among = (values: readonly string[]) => {
    const known = new Set(values)
    return (value: string) => known.has(value)
  }
  const sizes = new Set(asked.sizes)
  const known: Record<(typeof ANY_OF)[number], (value: string) => boolean> = {
    brands: (value) => names.has(value) || names.has(labelSlug(value)),
    categories: among(asked.categories.map(({ slug }) => slug)),
    sizes: (value) => isSizeThere(value, given.sizes, sizes),
    colours: among(asked.colours),
    materials: among(asked.materials),
    genders: among(asked.genders),
  }
  const denied = {
    'colour:': (value: string) => known.colours(value.toLowerCase()),
    'material:': known.materials,
    'category:': known.categories,
    'brand:': known.brands,
  }
  const left = { ...given }
  for (const name of ANY_OF) {
    const there = given[name].filter(known[name])
    left[name] = there.length > 0 ? there : given[name].slice(0, 1)
  }
  left.not = given.not.filter((entry) => {
    const kind = Object.entries(denied).find(([prefix]) => entry.startsWith(prefix))
    return !kind || kind[1](entry.slice(kind[0].length))
  })
  const count = (filters: SearchFilters) =>
    [...ANY_OF, 'not' as const].reduce((sum, name) => sum + filters[name].length, 0)
  return { understanding: left, unknown: count(given) - count(left) }
}
