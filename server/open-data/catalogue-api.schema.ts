import { z } from 'zod'
import { MODES, SORTS } from '#server/search/search.schema.ts'
import { MAX_QUERY, PRICE_CURRENCIES } from '#server/search/search-values.schema.ts'
import { feedProduct, picture } from './feed-product.schema.ts'

/** Maximum pages of a list. The feed contains everything. */
const MAX_PAGES = 200
const MAX_PAGE_SIZE = 50
/** Maximum characters of a list parameter. */
const MAX_LIST = 1_000
const EXAMPLE_AMOUNT = '"80" or "79.50", in units of `currency`.'

const list = (what: string) =>
  z
    .string()
    .max(MAX_LIST)
    .optional()
    .transform((text) => (text ?? '').split(',').flatMap((part) => part.trim() || []))
    .describe(`${what} Separate several with commas.`)
const amount = (what: string) =>
  z
    .string()
    .regex(/^\d{1,7}(\.\d{1,3})?$/)
    .optional()
    .describe(`${what} ${EXAMPLE_AMOUNT}`)
const yes = (what: string) =>
  z
    .enum(['true', 'false'])
    .optional()
    .transform((value) => value === 'true')
    .describe(what)
const countParam = (most: number, usual: number) => z.coerce.number<string>().int().min(1).max(most).default(usual)

/** The query of GET /api/v1/products: the filters of our own lists, with the same names. */
export const productsQuery = z.strictObject({
  q: z.string().max(MAX_QUERY).default('').describe('The search text.'),
  mode: z.enum(MODES).default('normal').describe('intelligent: `q` is read as a sentence, "black dress under £80".'),
  categories: list('Slugs of /categories.'),
  brands: list('Slugs from /brands, or names.'),
  sizes: list('"UK 12", "M", "W32". Returns products known to be in stock in one of these sizes.'),
  colours: list('"green", "sage green".'),
  materials: list('"linen".'),
  genders: list('women, men, unisex, girls, boys, kids.'),
  not: list('"colour:black", "material:wool", "brand:zara". Excludes products that match any of these.'),
  currency: z.enum(PRICE_CURRENCIES).default('USD').describe('The currency of priceMin and priceMax.'),
  priceMin: amount('The lowest price.'),
  priceMax: amount('The highest price.'),
  onSale: yes('true: reduced products only.'),
  inStock: yes('true: only products known to be in stock.'),
  store: z.uuid().optional().describe('The ID of a store. Returns only its products.'),
  sort: z.enum(SORTS).default('featured'),
  page: countParam(MAX_PAGES, 1).describe('If this is higher than the last page, you get the last page.'),
  pageSize: countParam(MAX_PAGE_SIZE, 24),
})
export type ProductsQuery = z.output<typeof productsQuery>

export const suggestionsQuery = z.strictObject({
  q: z.string().min(2).max(MAX_QUERY).describe('The text typed so far.'),
})
export const noQuery = z.strictObject({})

export const listedProduct = feedProduct
  .pick({ id: true, url: true, name: true, brand: true, price: true, highestPrice: true })
  .extend({
    originalPrice: feedProduct.shape.originalPrice,
    availability: feedProduct.shape.availability,
    storeId: z.uuid(),
    category: z.string().nullable(),
    pictures: z.array(picture).describe('At most two. For all of them, use /products/{id}.'),
  })

export const productList = z.strictObject({
  products: z.array(listedProduct),
  total: z.int().describe('The number of products on all pages.'),
  page: z.int(),
  totalPages: z.int(),
  next: z.url().nullable().describe('The URL of the next page.'),
  unknownWords: z.array(z.string()).describe('Words in a sentence that we did not understand and searched as text.'),
  leftOut: z
    .array(z.string())
    .describe('The conditions that we left out, because no product met all of them. Otherwise empty.'),
})
export type ProductList = z.infer<typeof productList>

const place = z.strictObject({ slug: z.string(), name: z.string(), products: z.int(), url: z.url() })
export const categoryList = z.strictObject({ categories: z.array(place.extend({ below: z.array(place) })) })
export type CategoryList = z.infer<typeof categoryList>
export const brandList = z.strictObject({
  brands: z.array(place).describe('The 100 brands with the most products, in that order.'),
})
export type BrandList = z.infer<typeof brandList>
export const suggestionList = z.strictObject({
  suggestions: z.array(
    z.strictObject({
      kind: z.enum(['product', 'brand', 'category', 'search', 'list']),
      label: z.string(),
      detail: z.string().nullable().describe('For products, the brand. For categories, the parent category.'),
      url: z.url(),
    }),
  ),
})
export type SuggestionList = z.infer<typeof suggestionList>
