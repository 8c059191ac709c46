import { z } from 'zod'
import { findInMySize } from '#server/fitting/find-in-my-size.service.ts'
import { unitOf } from '#server/platform/money.schema.ts'
import type { Facet } from '#server/search/engine.ts'
import { searchProductsInput, SORTS } from '#server/search/search.schema.ts'
import { MAX_QUERY, MAX_VALUES, PRICE_CURRENCIES } from '#server/search/search-values.schema.ts'
import { searchProducts } from '#server/search/search.service.ts'
import type { SearchResult } from '#server/search/search.types.ts'
import { describeCards, MAX_NAME, productCard } from './describe-cards.ts'
import { MAX_FOUND } from './limits.values.ts'
import { measurementsCm, shopperSizesOf } from './measurements.ts'
import { storeText } from './store-text.ts'
import { defineTool } from './tool.ts'

const FOUND = 10
const FACET_VALUES = 12
const MAX_PAGE = 200

const values = (what: string) => z.array(z.string().max(100)).max(MAX_VALUES).optional().describe(what)
const amount = (what: string) => z.number().min(0).max(1_000_000).optional().describe(what)

const facet = z.object({ value: z.string(), label: z.string(), count: z.int() })
const counted = z.object({ label: z.string(), total: z.int() })

const foundProducts = z.object({
  understood: z.array(z.string()).describe('The conditions that were read from the sentence and the filters.'),
  searchedAsText: z.array(z.string()).describe('Words that we did not recognise as a condition.'),
  leftOut: z.array(z.string()).describe('Conditions that were left out, because no product met all of them.'),
  mayNotHold: z.array(z.string()).describe('Conditions that we cannot check for each product.'),
  corrections: z.array(z.object({ typed: z.string(), read: z.string() })),
  total: z.int(),
  page: z.int(),
  totalPages: z.int(),
  sort: z.string(),
  products: z.array(productCard),
  nearly: z
    .object({ without: z.array(z.string()), products: z.array(productCard) })
    .optional()
    .describe('Products that do not match the conditions in `without`.'),
  instead: z
    .object({
      spelling: z.string().nullable(),
      without: z.array(counted),
      brands: z.array(z.object({ slug: z.string(), name: z.string() })),
    })
    .optional()
    .describe('What to search for instead, if nothing was found.'),
  facets: z
    .object({
      categories: z.array(facet),
      brands: z.array(facet),
      sizes: z.array(z.object({ value: z.string(), count: z.int().nullable() })),
      colours: z.array(facet),
      materials: z.array(facet),
      genders: z.array(facet),
      price: z.object({ currency: z.string(), min: z.number().nullable(), max: z.number().nullable() }),
    })
    .describe('Values of the filters of this tool, with the number of products.'),
})

/** Finds products by a sentence, by filters, or by both, with the search of our own pages. */
export const searchProductsTool = defineTool({
  name: 'search_products',
  title: 'Search products',
  description:
    'Finds fashion products from many stores by a sentence, by filters, or by both. Returns how the sentence was understood, which conditions were left out because nothing met all of them, and why each product is listed. Each product has its store’s returns period. Give people its `link` to buy.',
  input: z.strictObject({
    query: z
      .string()
      .max(MAX_QUERY)
      .optional()
      .describe('What the person wants, such as "black linen dress under £150, not polyester".'),
    categories: values('Slugs from list_categories.'),
    brands: values('Names or slugs.'),
    sizes: values('"UK 12", "M", "W32": at least one must be in stock.'),
    colours: values('"green", "sage green".'),
    materials: values('"linen".'),
    genders: values('women, men, unisex, girls, boys, kids.'),
    not: values('"colour:black", "material:wool", "brand:zara": products that match any of these are excluded.'),
    currency: z.enum(PRICE_CURRENCIES).optional().describe('Currency of priceMin and priceMax. Default: USD.'),
    priceMin: amount('In units of currency, such as 79.5.'),
    priceMax: amount('In units of currency, such as 150.'),
    onSale: z.boolean().optional().describe('Only products with a lower price than before.'),
    inStock: z.boolean().optional().describe('Only products that are known to be in stock.'),
    storeId: z.uuid().optional().describe('Only products of this store.'),
    measurements: measurementsCm
      .optional()
      .describe(
        'Body measurements in centimetres: only products in stock in the person’s size, according to each brand’s size chart. We do not store them.',
      ),
    sort: z.enum(SORTS).optional(),
    page: z.int().min(1).max(MAX_PAGE).optional(),
    limit: z.int().min(1).max(MAX_FOUND).optional().describe(`Number of products to return. Default: ${FOUND}.`),
  }),
  output: foundProducts,
  run: async (ask, { query = '', priceMin, priceMax, currency = 'USD', storeId, limit = FOUND, ...given }) => {
    const { measurements, ...filters } = given
    const minor = (price: number | undefined) => price && Math.round(price * unitOf(currency))
    const search = searchProductsInput.parse({
      ...filters,
      q: query,
      mode: 'intelligent',
      currency,
      priceMinMinor: minor(priceMin),
      priceMaxMinor: minor(priceMax),
      partnerId: storeId,
      pageSize: limit,
    })
    const found = measurements
      ? await findInMySize(ask, { sizes: shopperSizesOf(measurements), search })
      : await searchProducts(ask, search)
    const met = plain(found.conditions.map(({ label }) => label))
    const missed = plain(found.nearly?.without ?? [])
    const nearly = found.nearly && {
      without: missed,
      products: await describeCards(ask, found.nearly.products.slice(0, MAX_FOUND - limit), () => [
        `Does not match: ${missed.join(', ')}`,
      ]),
    }
    return {
      understood: met,
      searchedAsText: found.unknownWords,
      leftOut: plain(found.relaxed),
      mayNotHold: plain(found.brokenPromises),
      corrections: found.corrections.map(({ typed, read }) => ({ typed, read: storeText(read, MAX_NAME) })),
      total: found.total,
      page: found.page,
      totalPages: found.totalPages,
      sort: found.sort,
      products: await describeCards(ask, found.products, ({ alike, colour, isInStock }) => [
        ...met,
        ...[alike, colour && `Comes in ${colour}`, isInStock && 'In stock'].filter((each) => typeof each === 'string'),
      ]),
      ...(nearly?.products.length && { nearly }),
      ...(found.instead && { instead: insteadOf(found.instead) }),
      facets: facetsOf(found.facets),
    }
  },
})

/** Cleans labels of conditions, which can contain the names of brands. */
const plain = (labels: readonly string[]): string[] => labels.map((label) => storeText(label, MAX_NAME))

const insteadOf = ({ spelling, without, brands }: NonNullable<SearchResult['instead']>) => ({
  spelling: spelling && storeText(spelling, MAX_NAME),
  without: without.map(({ label, total }) => ({ label: storeText(label, MAX_NAME), total })),
  brands: brands.map(({ slug, name }) => ({ slug, name: storeText(name, MAX_NAME) })),
})

/**
 * Whether a filter's value stays the same when it is cleaned for an assistant. A changed value, such as a size that
 * contains an address, would find nothing.
 */
const isPlain = ({ value }: { value: string }): boolean => storeText(value, MAX_NAME) === value

/** Returns the most frequent values of each filter, in the format of this tool's filters. */
function facetsOf({ categories, brands, sizes, colours, materials, genders, price }: SearchResult['facets']) {
  const largest = (facets: readonly Facet[]) =>
    facets
      .filter(isPlain)
      .slice(0, FACET_VALUES)
      .map(({ value, label, count }) => ({ value, label: storeText(label, MAX_NAME), count }))
  return {
    categories: largest(categories),
    brands: largest(brands),
    sizes: sizes
      .filter(isPlain)
      .slice(0, FACET_VALUES)
      .map(({ value, count }) => ({ value, count })),
    colours: largest(colours),
    materials: largest(materials),
    genders: largest(genders),
    price: {
      currency: price.currency,
      min: price.minMinor === null ? null : price.minMinor / unitOf(price.currency),
      max: price.maxMinor === null ? null : price.maxMinor / unitOf(price.currency),
    },
  }
}
