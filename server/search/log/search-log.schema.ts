import { z } from 'zod'
import { MODES, someFilters } from '../search.schema.ts'
import { MAX_QUERY } from '../search-values.schema.ts'

const MAX_POSITION = 100_000

/** What a search asked for and how much it found: all that is ever kept of one. Filters that were not set are left out; a currency stands beside a price only. */
export const loggedSearch = z.strictObject({
  query: z.string().min(1).max(MAX_QUERY),
  mode: z.enum(MODES),
  filters: someFilters,
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
