import { z } from 'zod'

/** The wishlist's query string. Bad values fall back to defaults. */
export const wishlistInput = z.object({ page: z.coerce.number().int().min(1).max(1_000).catch(1) })
