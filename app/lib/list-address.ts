import { paths } from './paths.ts'
import { withParams } from './search-params.ts'
import type { SearchMode } from '#server/search/search.schema.ts'

/** The URL of a list: the path and the query string. A sentence has already been parsed into filters. */
export interface ListAddress {
  /**
   * May end in a fragment ('/partner/1#list-heading') if the list does not begin at the top of its page. All links keep
   * the fragment.
   */
  path: string
  search: string
}

/** Parameters that change a list's presentation, not its contents. */
const LOOKS = new Set(['sort', 'view', 'page', 'mode', 'currency'])

/** Returns the list's URL with some parameters set and others (undefined) removed, on its first page. */
export function listHref({ path, search }: ListAddress, changes: Record<string, string | undefined>): string {
  return hrefOf(path, new URLSearchParams(withParams(new URLSearchParams(search), { page: undefined, ...changes })))
}

/**
 * Returns a list's URL. A list on Discover without conditions gets a parameter, because the bare URL is Discover's
 * home.
 */
export function hrefOf(path: string, params: URLSearchParams): string {
  if (path === paths.discover() && ![...params].some(([name, value]) => !LOOKS.has(name) && value))
    params.set('all', 'true')
  const [pathname = '', fragment] = path.split('#')
  return `${pathname}${params.size ? `?${params}` : ''}${fragment ? `#${fragment}` : ''}`
}

/** Removes the fragment, so that links keep the page's scroll position. */
export function withoutFragment({ path, search }: ListAddress): ListAddress {
  return { path: path.split('#')[0] ?? path, search }
}

/** Returns the list's URL without one value of a list parameter. */
export function hrefWithout(address: ListAddress, name: string, value: string): string {
  const left = (new URLSearchParams(address.search).get(name) ?? '').split(',').filter((one) => one && one !== value)
  return listHref(address, { [name]: left.join(',') || undefined })
}

/**
 * Returns the list's URL without filters. It keeps a plain search, but drops a sentence, because the filters came from
 * it.
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

/**
 * Returns the parameters that a new search keeps: those of the presentation, and all filters that were not parsed from
 * a sentence.
 */
export function keptParams({ search }: ListAddress, mode: SearchMode): Array<[string, string]> {
  const params = new URLSearchParams(search)
  // In Normal mode, `rest` is set if the text was parsed as a sentence.
  const isSentence = (mode === 'intelligent' || params.has('rest')) && params.has('q')
  return [...params].filter(([name]) =>
    isSentence ? name === 'sort' || name === 'view' : !['q', 'mode', 'rest', 'all', 'page'].includes(name),
  )
}
