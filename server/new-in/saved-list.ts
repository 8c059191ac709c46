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
  /** Its address without order, page and look. Lists that hold the same are the same text. */
  address: string
  /** What finds its products. */
  input: SearchProductsInput
  /** The store whose list it is. */
  partnerId: string | null
  /** All of one brand or store, so that it is followed rather than saved. */
  isFollowed: boolean
}

const PARTNER = /^\/(?:partner|brand|shop\/brand)\/([^/]+)$/
/** Only to read paths with. */
const ANY_SITE = 'https://any.invalid'
const SENTENCE = { q: '', rest: undefined, mode: 'normal' } as const

/** The list at an address of the shop; null if there is none, or if it is no list but the start of one. */
export function readList(address: string): SavedList | null {
  const url = address.startsWith('/') && !address.startsWith('//') ? URL.parse(address, ANY_SITE) : null
  if (url?.origin !== ANY_SITE) return null
  const store = PARTNER.exec(url.pathname)?.[1]?.toLowerCase()
  if (store === undefined ? url.pathname !== '/discover' : !isId(store)) return null
  // Pages of brands show all that there is, whatever their address asks for.
  const isWhole = store !== undefined && !url.pathname.startsWith('/partner/')
  const query = searchQueryParams.parse(isWhole ? {} : textsOf(url.searchParams))
  return listOf(query, store ?? null, query.all)
}

/** The list of what a query asks for. @param isAll without any condition it is everything; otherwise there is none */
export function listOf(asked: SearchQuery, partnerId: string | null, isAll: boolean): SavedList | null {
  const query: SearchQuery = {
    ...asked,
    ...Object.fromEntries(LISTS.map((name) => [name, asked[name].toSorted()])),
    // A sentence without words is none.
    ...(asked.q === '' && SENTENCE),
    ...{ all: false, sort: 'featured', page: 1, view: 'grid' },
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
