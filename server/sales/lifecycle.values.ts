/**
 * Which status of a sale may follow which. 'hold' and 'disputed' lead back to where the sale came from. What a store has cancelled by
 * an edit that left nothing, it may fill again: so 'cancelled' is no end.
 */
export const NEXT_STATUSES = {
  tracked: ['pending', 'cancelled'],
  pending: ['confirmed', 'hold', 'disputed', 'cancelled'],
  confirmed: ['invoiced', 'hold', 'disputed', 'cancelled'],
  invoiced: ['paid', 'disputed'],
  paid: ['disputed'],
  hold: ['pending', 'confirmed', 'cancelled'],
  disputed: ['pending', 'confirmed', 'invoiced', 'paid', 'cancelled'],
  cancelled: ['tracked', 'pending'],
} as const

export type ConversionStatus = keyof typeof NEXT_STATUSES
