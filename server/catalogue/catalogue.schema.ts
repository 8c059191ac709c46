import { z } from 'zod'

/** Ids come from URLs: what is no id is simply not found. */
export const productIdInput = z.object({ productId: z.string() })
