/**
 * The allowed next statuses of a sale. 'hold' and 'disputed' lead back to the earlier status. 'cancelled' is not final,
 * because a store may add lines to an order again after an edit has emptied it.
 */
export const NEXT_STATUSES = {
  tracked: ['pending', 'cancelled'],
  pending: ['confirmed', 'hold', 'disputed', 'cancelled'],
  confirmed: ['invoiced', 'hold', 'disputed', 'cancelled'],
  invoiced: ['paid', 'disputed'],
  // 'invoiced' undoes a payment that was recorded by mistake.
  paid: ['invoiced', 'disputed'],
  hold: ['pending', 'confirmed', 'cancelled'],
  disputed: ['pending', 'confirmed', 'invoiced', 'paid', 'cancelled'],
  cancelled: ['tracked', 'pending'],
} as const

export type ConversionStatus = keyof typeof NEXT_STATUSES
