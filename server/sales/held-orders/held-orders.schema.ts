import { z } from 'zod'

export const heldOrderInput = z.object({
  orderId: z.string().min(1).max(100),
  /** Two stores of a partner may use the same order id. */
  storeId: z.uuid(),
})
export type HeldOrderInput = z.infer<typeof heldOrderInput>

/** Confirms only the value that the page showed, because the store may have changed the order since. */
export const confirmHeldInput = heldOrderInput.extend({
  valueMinor: z.coerce.number().int(),
  currency: z.string().max(3),
})
export type ConfirmHeldInput = z.infer<typeof confirmHeldInput>
