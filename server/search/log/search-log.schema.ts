import { z } from 'zod'
import { MODES, PRICE_CURRENCIES } from '../search.schema.ts'

/** Longest query that is logged. */
export const LOGGED_QUERY = 200
const MAX_POSITION = 100_000

const minor = z.number().int().min(0).max(2_000_000_000)
const labels = z.array(z.string())

/** What a search asked for and how much it found: all that is ever kept of one. Filters that were not set are left out. */
export const loggedSearch = z.strictObject({
  query: z.string().min(1).max(LOGGED_QUERY),
  mode: z.enum(MODES),
  filters: z
    .strictObject({
      categories: labels,
      brands: labels,
      sizes: labels,
      colours: labels,
      materials: labels,
      genders: labels,
      tags: labels,
      not: labels,
      /** Stands beside a price only. */
      currency: z.enum(PRICE_CURRENCIES),
      priceMinMinor: minor,
      priceMaxMinor: minor,
      discountMin: z.number().int().min(1).max(99),
      onSale: z.boolean(),
      inStock: z.boolean(),
    })
    .partial(),
  /** Null: the whole shop. */
  partnerId: z.uuid().nullable(),
  found: z.number().int().min(0).max(2_000_000_000),
})
export type LoggedSearch = z.infer<typeof loggedSearch>

/** What a list's page sends once it is shown, and again with the 1-based position (over all pages) of the product that is opened. */
export const searchedMessage = z.object({
  token: z.string().max(2_000),
  view: z.uuid(),
  position: z.coerce.number().int().min(1).max(MAX_POSITION).optional(),
})
