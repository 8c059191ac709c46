import { cleanText } from '#server/platform/clean-text.ts'
import { isId } from '#server/platform/ids.ts'
import {
  LISTS,
  searchProductsInput,
  searchQueryParams,
  toSearchParams,
  type SearchProductsInput,
  type SearchQuery,
} from '#server/search/search.schema.ts'

/** A list of products that can be saved. */
export interface SavedList {
  /** Its address without sort order, page and layout. Equal lists have equal texts. */
  address: string
  input: SearchProductsInput
  /** The store, for a store's list. */
  partnerId: string | null
  /** All products of one brand or store, so that it is followed instead of saved. */
  isFollowed: boolean
}

const PARTNER = /^\/(?:partner|brand|shop\/brand)\/([^/]+)$/
/** The base for parsing paths. */
const ANY_SITE = 'https://any.invalid'
const SENTENCE = { q: '', rest: undefined, mode: 'normal' } as const

/** Returns the list at an address of the shop; null if there is none, or if it is an empty search page. */
export function parseSavedList(address: string): SavedList | null {
  const url = address.startsWith('/') && !address.startsWith('//') ? URL.parse(address, ANY_SITE) : null
  if (url?.origin !== ANY_SITE) return null
  const store = PARTNER.exec(url.pathname)?.[1]?.toLowerCase()
  if (store === undefined ? url.pathname !== '/discover' : !isId(store)) return null
  // Brand pages show all their products, whatever the address contains.
  const isBrandPage = store !== undefined && !url.pathname.startsWith('/partner/')
  const query = searchQueryParams.parse(isBrandPage ? {} : textsOf(url.searchParams))
  return listOf(query, store ?? null, query.all)
}

/** Returns the list of a query. @param isAll whether a query without conditions means all products; otherwise null */
export function listOf(asked: SearchQuery, partnerId: string | null, isAll: boolean): SavedList | null {
  const query: SearchQuery = {
    ...asked,
    ...Object.fromEntries(LISTS.map((name) => [name, asked[name].toSorted()])),
    // A query without words is not a sentence.
    ...(asked.q === '' && SENTENCE),
    all: false,
    sort: 'featured',
    page: 1,
    view: 'grid',
  }
  const params = toSearchParams(query)
  const input = searchProductsInput.parse({ ...query, ...(partnerId !== null && { partnerId }) })
  const base = { input, partnerId }
  if (partnerId !== null)
    return {
      ...base,
      address: params.size ? `/partner/${partnerId}?${params}` : `/brand/${partnerId}`,
      isFollowed: params.size === 0,
    }
  if (params.size) {
    const isFollowed = [...params.keys()].join() === 'brands' && query.brands.length === 1
    return { ...base, address: `/discover?${params}`, isFollowed }
  }
  return isAll ? { ...base, address: '/discover?all=true', isFollowed: false } : null
}

/** Forms without scripts repeat a name for each of its values. */
function textsOf(params: URLSearchParams): Record<string, string> {
  const texts = new Map<string, string[]>()
  for (const [name, value] of params) texts.set(name, [...(texts.get(name) ?? []), cleanText(value)])
  return Object.fromEntries([...texts].map(([name, values]) => [name, values.join(',')]))
}
