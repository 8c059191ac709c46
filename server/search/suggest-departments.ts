import { toSearchText } from '#server/catalogue/search-text.ts'
import { DEPARTMENTS, type Department } from './departments.values.ts'
import { MAX_SEARCHED_WORDS, parseWords } from './parse-words.ts'
import { searchProductsInput } from './search.schema.ts'
import { queryFor } from './find-exactly.ts'
import type { SearchContext } from './search.types.ts'
import type { Suggestion } from './search.types.ts'

const MIN_CHARACTERS = 2
const SHOWN = 4
/** The maximum number of categories to suggest for a department that is typed alone. */
const LARGEST = 3

/**
 * Suggests navigation lists that match the text so far ('wom', 'sale'). For a complete list name it also suggests
 * categories: the largest, or those that the other words name ('womens dress'). Leaves out empty lists.
 */
export async function suggestDepartments({ db, engine }: SearchContext, text: string): Promise<Suggestion[]> {
  // Reads 'women's' as 'womens'.
  const words = toSearchText(text.replaceAll(/['’]/g, '')).split(' ').filter(Boolean)
  const [only = ''] = words
  const begun =
    words.length === 1 && only.length >= MIN_CHARACTERS
      ? DEPARTMENTS.filter((department) => department.words.some((word) => word.startsWith(only)))
      : []
  const named = DEPARTMENTS.find((department) => department.words.some((word) => words.includes(word)))
  const departments = named ? [named] : begun
  const listed = await Promise.all(
    departments.map(async (department) => ({
      department,
      found: await engine.search(await queryOf({ db, engine }, department)),
    })),
  )
  const there = listed.filter(({ found }) => found.total > 0)
  const lists = there.map(({ department }) => suggestionOf(department))
  const [{ found } = { found: null }] = there
  if (!named || !found) return lists.slice(0, SHOWN)
  const rest = words.filter((word) => !named.words.includes(word)).join(' ')
  const slugs = rest
    ? (await engine.suggest(parseWords(rest).slice(0, MAX_SEARCHED_WORDS), SHOWN)).categories.map(({ slug }) => slug)
    : found.facets.categories
        .filter(({ parent }) => parent === null)
        .toSorted((a, b) => b.count - a.count)
        .slice(0, LARGEST)
        .map(({ value }) => value)
  const within = slugs.flatMap((slug) => {
    const category = found.facets.categories.find(({ value, count }) => value === slug && count > 0)
    return category ? suggestionOf(named, { slug, name: category.label }) : []
  })
  return (rest ? within : [...lists, ...within]).slice(0, SHOWN)
}

const queryOf = (context: SearchContext, { params }: Department) =>
  queryFor(
    context,
    searchProductsInput.parse({
      genders: params['genders']?.split(','),
      onSale: params['onSale'] === 'true',
      pageSize: 1,
    }),
  )

function suggestionOf({ label, params }: Department, category?: { slug: string; name: string }): Suggestion {
  const search = new URLSearchParams({ ...params, ...(category && { category: category.slug }) })
  return {
    kind: 'list',
    label: category?.name ?? label,
    detail: category ? label : null,
    value: search.toString(),
    picture: null,
  }
}
