import { z } from 'zod'

/** By the store's id of the order. */
export const heldOrderInput = z.object({ orderId: z.string().min(1).max(100) })
export type HeldOrderInput = z.infer<typeof heldOrderInput>
