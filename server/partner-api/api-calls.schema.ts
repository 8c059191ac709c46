import { z } from 'zod'

/** How many of a store's last calls are kept. */
export const MAX_CALLS = 1_000
/** Calls per page of the log. */
export const SHOWN_CALLS = 25

export const callsQuery = z.strictObject({
  page: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_CALLS / SHOWN_CALLS)
    .catch(1)
    .default(1),
})
export type CallsQuery = z.output<typeof callsQuery>
