import { z } from 'zod'

/** The wishlist's query string: whatever stands there, there is a page. */
export const wishlistInput = z.object({ page: z.coerce.number().int().min(1).max(1_000).catch(1) })
