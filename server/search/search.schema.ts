import { z } from 'zod'
import { appearanceText } from '#server/media/appearance/appearance.schema.ts'
import { toMinor, unitOf } from '#server/platform/money.schema.ts'
import { MAX_QUERY, MAX_VALUES, PRICE_CURRENCIES, type PriceCurrency } from './search-values.schema.ts'

export const SORTS = ['featured', 'newest', 'price_asc', 'price_desc', 'name_asc', 'name_desc'] as const
export const MODES = ['normal', 'intelligent'] as const
export type SearchMode = (typeof MODES)[number]
export const PAGE_SIZE = 24

/** The maximum number of characters of all list values. */
const MAX_VALUES_LENGTH = 1_000
/** The maximum number of characters of one raw list parameter. */
const MAX_LIST_LENGTH = 20_000

// Invalid values in a shopper's URL fall back to defaults, so that there is always a page.
const clean = (text: string) =>
  text
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
/** Truncates a text without splitting a character. */
const cut = (text: string, length: number) =>
  text
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
const cleanQuery = (value: string) => cut(clean(value.slice(0, MAX_QUERY * 4)), MAX_QUERY)
const text = z.string().transform(cleanQuery).catch('')
const splitList = (value: string) => [
  ...new Set(
    value
      .slice(0, MAX_LIST_LENGTH)
      .split(',')
      .map((part) => cut(clean(part), 100))
      .filter(Boolean),
  ),
]
const list = z.string().transform(splitList).catch([])
const flag = z
  .string()
  .transform((value) => value === 'true' || value === '1' || value === 'on')
  .catch(false)
/** Whole units of `currency`. */
const price = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,4})?$/)
  .optional()
  .catch(undefined)

/** The filters that are lists of values, in the query string and in stored filters. */
export const LISTS = [
  /** Slugs; each includes its descendants. */
  'categories',
  /** Slugs or names. */
  'brands',
  /** Size keys ('UK 12', 'EU 40', 'M', 'W32') in any spelling. A product matches if one of them is in stock. */
  'sizes',
  /** Keys of colour families ('green') or shades ('sage green'). */
  'colours',
  /** Keys of materials ('linen'). */
  'materials',
  /** Cut keys ('sleeve:long', 'leg:wide'). A product needs one of the selected values of each attribute. */
  'cuts',
  /** women, men, unisex, girls, boys, kids */
  'genders',
  /** Idea keys of the lexicon ('wedding guest', 'warm'): a product needs all of them. */
  'tags',
  /**
   * 'colour:black', 'material:wool', 'brand:zara', 'category:boots', 'cut:sleeve:long' or 'word:sequin'. A product must
   * have none of them.
   */
  'not',
] as const
export type ListParameter = (typeof LISTS)[number]
const eachList = <Value>(valueOf: (name: ListParameter) => Value) =>
  Object.fromEntries(LISTS.map((name) => [name, valueOf(name)])) as Record<ListParameter, Value>
type Lists = Record<ListParameter, string[]>

/**
 * Bounds the total number of values and removes duplicates. Takes the first value of each list, then the second of
 * each, so that a long list leaves room for the others.
 */
export function boundLists(lists: Readonly<Lists>): Lists {
  const bound = eachList((): string[] => [])
  const distinct = eachList((name) => [...new Set(lists[name])])
  let count = 0
  let length = 0
  for (let place = 0; place < Math.max(...LISTS.map((name) => distinct[name].length)); place++) {
    for (const name of LISTS) {
      const value = distinct[name][place]
      if (value === undefined || count === MAX_VALUES || length + value.length > MAX_VALUES_LENGTH) continue
      bound[name].push(value)
      count++
      length += value.length
    }
  }
  return bound
}

/** Returns a price in minor units. A value with more decimals than the currency is not a price. */
function minorOf(price: string | undefined, currency: PriceCurrency): number | undefined {
  const minor = price === undefined ? null : toMinor(price, currency)
  return minor === null ? undefined : Number(minor)
}

/** The query string of every product list, for discover and the partners' pages. */
export const searchQueryParams = z
  .object({
    q: text,
    search: text,
    /** Anything but 'intelligent' means normal. */
    mode: z.enum(MODES).catch('normal'),
    /** The words that are still searched as text once `q` has become filters. Absent while `q` is not interpreted yet. */
    rest: z.string().transform(cleanQuery).optional().catch(undefined),
    /** Normal mode: the shopper chose not to have the text read as a sentence. */
    plain: flag,
    all: flag,
    category: list,
    brand: list,
    ...eachList(() => list),
    currency: z.enum(PRICE_CURRENCIES).catch('USD'),
    priceMin: price,
    priceMax: price,
    discountMin: z
      .string()
      .regex(/^\d{1,2}$/)
      .transform(Number)
      .optional()
      .catch(undefined),
    onSale: flag,
    inStock: flag,
    /** The wanted look: from a shopper's picture, or from chosen colours. */
    looksLike: appearanceText,
    sort: z.enum(SORTS).catch('featured'),
    page: z
      .string()
      .regex(/^\d{1,6}$/)
      .transform((value) => Math.max(1, Number(value)))
      .catch(1),
    view: z.enum(['grid', 'list']).catch('grid'),
  })
  .transform(({ q, search, category, categories, brand, brands, priceMin, priceMax, discountMin, ...rest }) => {
    const [min, max] = [minorOf(priceMin, rest.currency), minorOf(priceMax, rest.currency)]
    return {
      ...rest,
      q: q || search,
      ...boundLists({ ...rest, categories: [...category, ...categories], brands: [...brand, ...brands] }),
      discountMin: discountMin || undefined,
      /** Minor units of `currency`; the smaller amount is the minimum, whatever the input order. */
      priceMinMinor: min !== undefined && max !== undefined ? Math.min(min, max) : min,
      priceMaxMinor: min !== undefined && max !== undefined ? Math.max(min, max) : max,
    }
  })
export type SearchQuery = z.infer<typeof searchQueryParams>

/** The ignored parts of a URL that was too long. */
export interface IgnoredParams {
  /** The text was longer than MAX_QUERY. */
  isTextCut: boolean
  /** Values of lists beyond MAX_VALUES. */
  values: number
}

/** Returns what a list page ignored, so that it can say so. @param params the input of searchQueryParams */
export function countIgnored(params: Readonly<Record<string, string | undefined>>): IgnoredParams {
  const isLong = (value = '') => value.length > MAX_QUERY && clean(value).length > MAX_QUERY
  const asked = eachList((name) =>
    splitList([LIST_ALIASES[name] && params[LIST_ALIASES[name]], params[name]].filter(Boolean).join(',')),
  )
  const count = (lists: Lists) => LISTS.reduce((sum, name) => sum + lists[name].length, 0)
  return {
    isTextCut: isLong(cleanQuery(params['q'] ?? '') ? params['q'] : params['search']),
    values: count(asked) - count(boundLists(asked)),
  }
}

const LIST_ALIASES: Partial<Record<ListParameter, string>> = { categories: 'category', brands: 'brand' }

/** Removes NUL, which PostgreSQL texts cannot hold. */
const withoutNul = (value: string) => value.replaceAll('\0', '')
const label = z.string().max(100).transform(withoutNul)
/** The maximum number of values per list, as in URLs. Values beyond MAX_VALUES in total are ignored. */
const labels = z.array(label).max(200)
const minor = z.number().int().min(0).max(2_000_000_000)
const otherFilters = {
  /** The currency of the prices. */
  currency: z.enum(PRICE_CURRENCIES),
  priceMinMinor: minor,
  priceMaxMinor: minor,
  /** Percent off, at least. */
  discountMin: z.number().int().min(1).max(99),
  onSale: z.boolean(),
  inStock: z.boolean(),
  looksLike: appearanceText,
}

/** A search's filters, all optional. */
export const someFilters = z.strictObject({ ...eachList(() => labels), ...otherFilters }).partial()

/** The input of the search procedure: a list's query and its scope. Amounts in minor units of `currency`. */
export const searchProductsInput = z
  .object({
    q: z.string().max(MAX_QUERY).transform(withoutNul).default(''),
    mode: z.enum(MODES).default('normal'),
    rest: z.string().max(MAX_QUERY).transform(withoutNul).optional(),
    plain: z.boolean().default(false),
    ...eachList(() => labels.default([])),
    ...someFilters.pick({ priceMinMinor: true, priceMaxMinor: true, discountMin: true }).shape,
    currency: otherFilters.currency.default('USD'),
    onSale: otherFilters.onSale.default(false),
    inStock: otherFilters.inStock.default(false),
    looksLike: otherFilters.looksLike,
    partnerId: z.uuid().optional(),
    sort: z.enum(SORTS).default('featured'),
    page: z.number().int().min(1).max(1_000_000).default(1),
    pageSize: z.number().int().min(1).max(50).default(PAGE_SIZE),
  })
  .transform((input) => ({ ...input, ...boundLists(input) }))
export type SearchProductsInput = z.infer<typeof searchProductsInput>

/** Longer texts are cut, as on the results page. */
export const suggestInput = z.object({ q: z.string().transform((typed) => withoutNul(cut(typed, MAX_QUERY))) })

/** The filters of a search, without text, order and page. */
export type SearchFilters = Pick<SearchQuery, keyof z.infer<typeof someFilters>>

const FILTERS = Object.keys(someFilters.shape) as Array<keyof SearchFilters>

type OptionalFilter = 'priceMinMinor' | 'priceMaxMinor' | 'discountMin' | 'looksLike'

/** Returns only the filters of a search or a sentence. */
export const filtersOf = (
  given: Omit<SearchFilters, OptionalFilter> & Partial<Pick<SearchFilters, OptionalFilter>>,
): SearchFilters => Object.fromEntries(FILTERS.map((name) => [name, given[name]])) as SearchFilters

/** Returns the query string of `query`, for a list's links and forms. Defaults are left out. */
export function toSearchParams(query: SearchQuery): URLSearchParams {
  const params = new URLSearchParams()
  const set = (name: string, value: string | undefined | false) => {
    if (value !== undefined && value !== false && value !== '') params.set(name, value)
  }
  set('all', query.all && 'true')
  set('q', query.q)
  set('mode', query.mode === 'intelligent' && query.mode)
  set('plain', query.plain && 'true')
  // An empty `rest` is meaningful: everything was understood.
  if (query.rest !== undefined) params.set('rest', query.rest)
  for (const name of LISTS) set(name, query[name].join(','))
  if (query.priceMinMinor !== undefined || query.priceMaxMinor !== undefined)
    set('currency', query.currency !== 'USD' && query.currency)
  const unit = unitOf(query.currency)
  set('priceMin', query.priceMinMinor === undefined ? undefined : String(query.priceMinMinor / unit))
  set('priceMax', query.priceMaxMinor === undefined ? undefined : String(query.priceMaxMinor / unit))
  set('discountMin', query.discountMin === undefined ? undefined : String(query.discountMin))
  set('onSale', query.onSale && 'true')
  set('inStock', query.inStock && 'true')
  set('looksLike', query.looksLike)
  set('sort', query.sort !== 'featured' && query.sort)
  set('view', query.view !== 'grid' && query.view)
  set('page', query.page !== 1 && String(query.page))
  return params
}
