import { z } from 'zod'

export const SORTS = ['featured', 'newest', 'price_asc', 'price_desc', 'name_asc', 'name_desc'] as const
export const PAGE_SIZE = 24

/** Longest search text that is read; the rest is cut off. */
const MAX_QUERY = 200
const MAX_VALUES = 200

// Everything in a shopper's URL falls back instead of failing: whatever stands there, there is a page.
// eslint-disable-next-line no-control-regex -- taking them out is the point
const clean = (text: string) => text.replace(/[\u0000-\u001f\u007f]+/g, ' ').replace(/\s+/g, ' ').trim()
/** The beginning, without half of a character at its end. */
const cut = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, '').trim()
const text = z.string().transform((value) => cut(clean(value.slice(0, MAX_QUERY * 4)), MAX_QUERY)).catch('')
const list = z
  .string()
  .transform((value) => [...new Set(value.slice(0, 20_000).split(',').map((part) => cut(clean(part), 100)).filter(Boolean))])
  .catch([])
const flag = z.string().transform((value) => value === 'true' || value === '1' || value === 'on').catch(false)
/** Whole units of the base currency (USD). */
const price = z.string().regex(/^\d{1,7}(\.\d{1,2})?$/).transform((value) => Math.round(Number(value) * 100)).optional().catch(undefined)

/** The query string of every product list: discover and the partners' pages. */
export const productListQuery = z
  .object({
    q: text,
    search: text,
    all: flag,
    category: list,
    categories: list,
    brand: list,
    brands: list,
    sort: z.enum(SORTS).catch('featured'),
    priceMin: price,
    priceMax: price,
    onSale: flag,
    inStock: flag,
    page: z.string().regex(/^\d{1,6}$/).transform((value) => Math.max(1, Number(value))).catch(1),
    view: z.enum(['grid', 'list']).catch('grid'),
  })
  .transform(({ q, search, category, categories, brand, brands, priceMin, priceMax, ...rest }) => ({
    ...rest,
    q: q || search,
    categories: [...new Set([...category, ...categories])].slice(0, MAX_VALUES),
    brands: [...new Set([...brand, ...brands])].slice(0, MAX_VALUES),
    /** USD cents; the smaller one first whatever order they came in. */
    priceMinMinor: priceMin !== undefined && priceMax !== undefined ? Math.min(priceMin, priceMax) : priceMin,
    priceMaxMinor: priceMin !== undefined && priceMax !== undefined ? Math.max(priceMin, priceMax) : priceMax,
  }))
export type ProductListQuery = z.infer<typeof productListQuery>

/** PostgreSQL's texts hold every character but NUL. */
const label = z.string().max(100).transform((value) => value.replaceAll('\0', ''))

/** What the list procedure takes; amounts in USD cents. */
export const listProductsInput = z.object({
  q: z.string().max(MAX_QUERY).default(''),
  /** Slugs; each stands for itself and everything below it. */
  categories: z.array(label).max(MAX_VALUES).default([]),
  /** Slugs or names. */
  brands: z.array(label).max(MAX_VALUES).default([]),
  partnerId: z.uuid().optional(),
  sort: z.enum(SORTS).default('featured'),
  priceMinMinor: z.number().int().min(0).max(2_000_000_000).optional(),
  priceMaxMinor: z.number().int().min(0).max(2_000_000_000).optional(),
  onSale: z.boolean().default(false),
  inStock: z.boolean().default(false),
  page: z.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.number().int().min(1).max(50).default(PAGE_SIZE),
})
export type ListProductsInput = z.infer<typeof listProductsInput>

/** Ids come from URLs: what is no id is simply not found. */
export const productIdInput = z.object({ productId: z.string() })
