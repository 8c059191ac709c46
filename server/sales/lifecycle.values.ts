/**
 * The allowed next statuses of a sale. 'hold' and 'disputed' lead back to the earlier status. 'cancelled' is not final:
 * a store may add lines again to an order that an edit had emptied.
 */
export const NEXT_STATUSES = {
  tracked: ['pending', 'cancelled'],
  pending: ['confirmed', 'hold', 'disputed', 'cancelled'],
  confirmed: ['invoiced', 'hold', 'disputed', 'cancelled'],
  invoiced: ['paid', 'disputed'],
  // A payment that was recorded by mistake is undone.
  paid: ['invoiced', 'disputed'],
  hold: ['pending', 'confirmed', 'cancelled'],
  disputed: ['pending', 'confirmed', 'invoiced', 'paid', 'cancelled'],
  cancelled: ['tracked', 'pending'],
} as const

export type ConversionStatus = keyof typeof NEXT_STATUSES
