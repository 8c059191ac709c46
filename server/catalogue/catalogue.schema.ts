import { z } from 'zod'

/** Ids come from URLs, so a malformed one is simply not found. */
export const productIdInput = z.object({ productId: z.string() })
