import { z } from 'zod'

/** Maximum open claims per partner. */
export const MAX_CLAIMS = 5

export const hostInput = z.object({
  host: z.string({ error: 'Please enter a domain' }).min(1, 'Please enter a domain').max(2_000),
})
export type HostInput = z.output<typeof hostInput>
