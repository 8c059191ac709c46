import { z } from 'zod'
import { getOwnSizes } from '#server/fitting/shopper-sizes.service.ts'
import { saveSearchInput } from '#server/new-in/new-in.schema.ts'
import { saveSearch } from '#server/new-in/save-search.service.ts'
import { getSearch, listSearches, removeSearch } from '#server/new-in/saved-searches.service.ts'
import { MAX_QUERY } from '#server/search/search-values.schema.ts'
import { searchQueryParams, toSearchParams } from '#server/search/search.schema.ts'
import { MEASURES } from '#server/sizing/measures-values.schema.ts'
import { NO_SIZES } from '#server/sizing/person.schema.ts'
import { listWishlist } from '#server/wishlist/list-wishlist.service.ts'
import { wishlistInput } from '#server/wishlist/wishlist.schema.ts'
import { addToWishlist, removeFromWishlist } from '#server/wishlist/wishlist.service.ts'
import { describeCards, MAX_NAME, price, priceOf, productCard } from './describe-cards.ts'
import { measurementsCm, MM_PER_CM } from './measurements.ts'
import { storeText } from './store-text.ts'
import { definePersonalTool, type Tool } from './tool.ts'

const MAX_MEANING = 300
const MAX_PAGE = 50
const productId = z.uuid().describe('A product’s id, from search_products.')
const searchId = z.uuid().describe('A saved search’s id, from list_saved_searches.')

const { sort, filter } = wishlistInput.shape

const listWishlistTool = definePersonalTool('wishlist:read', {
  name: 'list_wishlist',
  title: 'List the wishlist',
  description: 'Returns the person’s wishlist, 48 products a page, with their notes and the size that they want.',
  input: z.strictObject({
    query: z.string().max(100).optional().describe('Words from the name, brand, category or note.'),
    sort: sort.unwrap().unwrap().optional(),
    filter: filter.unwrap().unwrap().optional(),
    page: z.int().min(1).max(MAX_PAGE).optional(),
  }),
  output: z.object({
    total: z.int(),
    page: z.int(),
    totalPages: z.int(),
    products: z.array(
      productCard.extend({
        wantedSize: z.string().nullable(),
        note: z.string(),
        addedOn: z.string(),
        priceWhenAdded: price,
        targetPrice: price.nullable(),
      }),
    ),
    noLongerListed: z.array(z.object({ name: z.string(), brand: z.string() })),
  }),
  run: async (ask, { query, ...given }) => {
    const { items, found, page, totalPages } = await listWishlist(ask, wishlistInput.parse({ ...given, q: query }))
    const cards = items.flatMap(({ card }) => card ?? [])
    const wishes = new Map(items.map((item) => [item.productId, wishOf(item)]))
    const described = await describeCards(ask, cards)
    return {
      total: found,
      page,
      totalPages,
      products: described.flatMap((product) => {
        const wish = wishes.get(product.id)
        return wish ? [{ ...product, ...wish }] : []
      }),
      noLongerListed: items
        .filter(({ card }) => !card)
        .map(({ name, brand }) => ({ name: storeText(name, MAX_NAME), brand: storeText(brand, MAX_NAME) })),
    }
  },
})

type Wish = Awaited<ReturnType<typeof listWishlist>>['items'][number]

const wishOf = (wish: Omit<Wish, 'card'>) => ({
  wantedSize: wish.size && storeText(wish.size, MAX_NAME),
  note: storeText(wish.note, MAX_MEANING),
  addedOn: wish.addedAt.toISOString().slice(0, 10),
  priceWhenAdded: priceOf(wish.addedPriceMinor, wish.addedCurrency),
  targetPrice: wish.targetMinor === null ? null : priceOf(wish.targetMinor, wish.currency),
})

const wishlistAnswer = z.object({ isInWishlist: z.boolean(), message: z.string() })

const addToWishlistTool = definePersonalTool('wishlist:write', {
  name: 'add_to_wishlist',
  title: 'Add to the wishlist',
  description: 'Adds a product to the person’s wishlist. Only do this when the person asks for it.',
  input: z.strictObject({ productId }),
  output: wishlistAnswer,
  run: (ask, input) => addToWishlist(ask, input.productId),
})

const removeFromWishlistTool = definePersonalTool('wishlist:write', {
  name: 'remove_from_wishlist',
  title: 'Remove from the wishlist',
  description:
    'Removes a product from the person’s wishlist. Only do this when the person asks for it. Adding it again restores their note.',
  input: z.strictObject({ productId }),
  output: wishlistAnswer,
  run: (ask, input) => removeFromWishlist(ask, input.productId),
})

const savedSearch = z.object({
  id: z.string(),
  name: z.string(),
  meaning: z.string().describe('The conditions of the search, in words.'),
  emails: saveSearchInput.shape.mails,
  isPaused: z.boolean(),
  newProducts: z.int().describe('New products that the person has not seen.'),
  page: z.string(),
})

type Search = Awaited<ReturnType<typeof listSearches>>['searches'][number]

const describeSearch = ({ siteUrl }: { siteUrl: string }, { id, name, meaning, mails, isPaused, news }: Search) => ({
  id,
  name: storeText(name, MAX_NAME),
  meaning: storeText(meaning.join(', '), MAX_MEANING),
  emails: mails,
  isPaused,
  newProducts: news,
  page: `${siteUrl}/new-in/${id}`,
})

const listSavedSearchesTool = definePersonalTool('searches:read', {
  name: 'list_saved_searches',
  title: 'List saved searches',
  description: 'Returns the person’s saved searches and followed brands, those with the most new products first.',
  input: z.strictObject({}),
  output: z.object({ searches: z.array(savedSearch) }),
  run: async (ask) => ({ searches: (await listSearches(ask)).searches.map((each) => describeSearch(ask, each)) }),
})

const getSavedSearchTool = definePersonalTool('searches:read', {
  name: 'get_saved_search',
  title: 'Get the new products of a saved search',
  description: 'Returns one saved search with its newest products. This does not mark them as seen.',
  input: z.strictObject({ searchId }),
  output: z.object({ search: savedSearch, products: z.array(productCard) }),
  run: async (ask, input) => {
    const { search, finds } = await getSearch(ask, input.searchId)
    const news = new Set(finds.flatMap(({ card, isNew }) => (isNew ? [card.id] : [])))
    return {
      search: describeSearch(ask, search),
      products: await describeCards(
        ask,
        finds.map(({ card }) => card),
        ({ id }) => (news.has(id) ? ['New'] : []),
      ),
    }
  },
})

const saveSearchTool = definePersonalTool('searches:write', {
  name: 'save_search',
  title: 'Save a search',
  description:
    'Saves a search, so that the person sees new products that match it. Saving the same search again changes its name and email setting. Only do this when the person asks for it.',
  input: z.strictObject({
    query: z.string().min(1).max(MAX_QUERY).describe('For example, "black linen dress under £150, size 12".'),
    name: z.string().max(80).optional(),
    emails: saveSearchInput.shape.mails.optional().describe('How often we email about new products. Default: off.'),
  }),
  output: z.object({ searchId: z.string(), message: z.string() }),
  run: (ask, { query, name, emails = 'off' }) => {
    const params = toSearchParams(searchQueryParams.parse({ q: query, mode: 'intelligent' }))
    return saveSearch(ask, saveSearchInput.parse({ list: `/discover?${params}`, name, mails: emails }))
  },
})

const removeSavedSearchTool = definePersonalTool('searches:write', {
  name: 'remove_saved_search',
  title: 'Remove a saved search',
  description:
    'Removes one saved search. The person can restore it under “Saved searches” for a few minutes. Only do this when the person asks for it.',
  input: z.strictObject({ searchId }),
  output: z.object({ message: z.string() }),
  run: (ask, input) => removeSearch(ask, input.searchId),
})

const getMySizesTool = definePersonalTool('sizes:read', {
  name: 'get_my_sizes',
  title: 'Get the person’s sizes',
  description:
    'Returns the measurements and garments saved in the person’s account, in the format that size_advice and search_products accept. Empty if there are none.',
  input: z.strictObject({}),
  output: z.object({
    measurements: measurementsCm.describe('Body measurements in centimetres.'),
    garments: z.array(z.object({ brand: z.string(), category: z.string(), size: z.string() })),
  }),
  run: async (ask) => {
    const { measures, garments } = (await getOwnSizes(ask)) ?? NO_SIZES
    return {
      measurements: Object.fromEntries(
        MEASURES.flatMap((measure) => {
          const mm = measures[measure]
          return mm === undefined ? [] : [[measure, mm / MM_PER_CM] as const]
        }),
      ),
      garments: garments.map(({ brand, category, size }) => ({
        brand: storeText(brand, MAX_NAME),
        category: storeText(category, MAX_NAME),
        size: storeText(size, MAX_NAME),
      })),
    }
  },
})

/** Tools that read and change the data of a personal token's holder. */
export const PERSONAL_TOOLS: readonly Tool[] = [
  listWishlistTool,
  addToWishlistTool,
  removeFromWishlistTool,
  listSavedSearchesTool,
  getSavedSearchTool,
  saveSearchTool,
  removeSavedSearchTool,
  getMySizesTool,
]
