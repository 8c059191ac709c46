import { paths } from './paths.ts'
import { withParams } from './search-params.ts'
import type { SearchMode } from '#server/search/search.schema.ts'

/**
 * A list's address, for its links: the path, and the query string that says what it shows (a sentence already turned
 * into filters).
 */
export interface ListAddress {
  /**
   * May end in a fragment ('/partner/1#list-heading') if the list does not begin at the top of its page. All links keep
   * it.
   */
  path: string
  search: string
}

/** Parameters that change how a list looks, not what is in it. */
const LOOKS = new Set(['sort', 'view', 'page', 'mode', 'currency'])

/** The address of the list with some parameters set and others (undefined) removed, on its first page. */
export function listHref({ path, search }: ListAddress, changes: Record<string, string | undefined>): string {
  return hrefOf(path, new URLSearchParams(withParams(new URLSearchParams(search), { page: undefined, ...changes })))
}

/** On Discover the bare address is the home view, so a list without any condition needs a parameter. */
export function hrefOf(path: string, params: URLSearchParams): string {
  if (path === paths.discover() && ![...params].some(([name, value]) => !LOOKS.has(name) && value))
    params.set('all', 'true')
  const [pathname = '', fragment] = path.split('#')
  return `${pathname}${params.size ? `?${params}` : ''}${fragment ? `#${fragment}` : ''}`
}

/** Links without the fragment leave the page at its scroll position. */
export function withoutFragment({ path, search }: ListAddress): ListAddress {
  return { path: path.split('#')[0] ?? path, search }
}

/** The list without one value of a list parameter. */
export function hrefWithout(address: ListAddress, name: string, value: string): string {
  const left = (new URLSearchParams(address.search).get(name) ?? '').split(',').filter((one) => one && one !== value)
  return listHref(address, { [name]: left.join(',') || undefined })
}

/**
 * The list without any filter: of the search if there is one, else of everything. A sentence is dropped too, because it
 * became the filters.
 */
export function hrefCleared({ path, search }: ListAddress): string {
  const params = new URLSearchParams(search)
  const kept = new URLSearchParams()
  for (const name of params.get('mode') === 'intelligent' || params.has('rest') ? ['view'] : ['q', 'view']) {
    const value = params.get(name)
    if (value !== null) kept.set(name, value)
  }
  return hrefOf(path, kept)
}

/** The parameters that a new search keeps: the filters, but not those that a sentence became, and the list's look. */
export function keptParams({ search }: ListAddress, mode: SearchMode): Array<[string, string]> {
  const params = new URLSearchParams(search)
  // A text typed in Normal mode may have been read as a sentence: then it has a rest.
  const isSentence = (mode === 'intelligent' || params.has('rest')) && params.has('q')
  return [...params].filter(([name]) =>
    isSentence ? name === 'sort' || name === 'view' : !['q', 'mode', 'rest', 'all', 'page'].includes(name),
  )
}
