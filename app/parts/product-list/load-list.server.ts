import type { LoaderFunctionArgs } from '@remix-run/node'
import { cardProduct } from './card-product.ts'
import { apiFor, readerFor } from '#app/lib/api.server.ts'
import type { RouterOutputs, SearchResult } from '#app/lib/api-types.ts'
import type { ListAddress } from '#app/lib/list-address.ts'
import { parseSearchParams } from '#app/lib/search-params.ts'
import {
  searchQueryParams,
  toSearchParams,
  countIgnored,
  type SearchQuery,
  type IgnoredParams,
} from '#server/search/search.schema.ts'
import { PRICE_CURRENCIES } from '#server/search/search-values.schema.ts'

interface AskedList {
  query: SearchQuery
  ignored: IgnoredParams
}

interface LoadedList extends AskedList {
  /** Null if the search failed; the page then offers a retry. */
  result: SearchResult | null
  address: ListAddress
}

type FindProducts = (
  asked: SearchQuery & { partnerId: string | undefined; pageSize: number | undefined },
) => Promise<RouterOutputs['search']['products']>

/**
 * Loads the list for a request's URL. The browser gets the URL as text, so that zod stays on the server.
 * @param asked the parsed URL, if the caller has already parsed it
 */
export async function loadList(
  args: LoaderFunctionArgs,
  {
    path,
    partnerId,
    pageSize,
    asked = parseListQuery(args),
    find = apiFor(args).search.products,
  }: { path: string; partnerId?: string; pageSize?: number; asked?: AskedList; find?: FindProducts },
): Promise<LoadedList> {
  const { query } = asked
  const result = await find({ ...query, partnerId, pageSize })
    .then((found) => ({
      ...found,
      facets: facetsOf(found.facets),
      nearly: found.nearly && { ...found.nearly, products: found.nearly.products.map(cardProduct) },
      products: found.products.map((card) => ({
        ...cardProduct(card),
        ...(query.view === 'list' && { category: card.category }),
      })),
    }))
    .catch((error: unknown) => {
      if (error instanceof Response) throw error
      // eslint-disable-next-line no-console -- the page works without the list; only the log shows this
      console.error(error)
      return null
    })
  const search = toSearchParams({
    ...query,
    ...result?.filters,
    sort: result?.sort ?? query.sort,
    page: result?.page ?? query.page,
  }).toString()
  return { ...asked, result, address: { path, search } }
}

function facetsOf(found: RouterOutputs['search']['products']['facets']): SearchResult['facets'] {
  return {
    ...found,
    categories: found.categories.map(unlessSelected),
    brands: found.brands.map(unlessSelected),
    sizes: found.sizes.map(unlessSelected),
    colours: found.colours.map(unlessSelected),
    materials: found.materials.map(unlessSelected),
    cuts: found.cuts.map((attribute) => ({ ...attribute, values: attribute.values.map(unlessSelected) })),
    genders: found.genders.map(unlessSelected),
  }
}

function unlessSelected<T extends { isSelected: boolean }>({ isSelected, ...value }: T) {
  return isSelected ? { ...value, isSelected } : value
}

/**
 * Parses a request's URL. A URL without a price uses the visitor's currency; one with a price means the same to
 * everyone.
 */
export function parseListQuery(args: Pick<LoaderFunctionArgs, 'request' | 'context'>): AskedList {
  const params = parseSearchParams(new URL(args.request.url).searchParams)
  const query = searchQueryParams.parse(params)
  const isPriced = query.priceMinMinor !== undefined || query.priceMaxMinor !== undefined
  const preferred = PRICE_CURRENCIES.find((currency) => currency === readerFor(args).pricesIn)
  const isSettled = isPriced || params['currency'] !== undefined || !preferred
  return { query: isSettled ? query : { ...query, currency: preferred }, ignored: countIgnored(params) }
}

/** Returns whether the query asks for products; Discover's bare URL is its home view. */
export function asksForProducts(query: SearchQuery): boolean {
  const params = toSearchParams(query)
  for (const name of ['sort', 'view', 'page', 'mode', 'rest', 'currency']) params.delete(name)
  return params.size > 0
}
