import { z } from 'zod'
import { MODES, someFilters } from '../search.schema.ts'
import { MAX_QUERY } from '../search-values.schema.ts'

const MAX_POSITION = 100_000

/**
 * A search's conditions and number of results. We store nothing else about a search. Unset filters are left out, and a
 * currency is present only with a price.
 */
export const loggedSearch = z.strictObject({
  query: z.string().min(1).max(MAX_QUERY),
  mode: z.enum(MODES),
  filters: someFilters,
  /** Null for the whole shop. */
  partnerId: z.uuid().nullable(),
  found: z.number().int().min(0).max(2_000_000_000),
})
export type LoggedSearch = z.infer<typeof loggedSearch>

/**
 * The message of a list page when it is shown, and again when a product is opened, with its position over all pages,
 * from 1.
 */
export const searchedMessage = z.object({
  token: z.string().max(2_000),
  view: z.uuid(),
  position: z.coerce.number().int().min(1).max(MAX_POSITION).optional(),
})
