import type {
  TicketCategory,
  TicketChannel,
  TicketPriority,
  TicketState,
} from '#server/support/ticket-values.schema.ts'

export const CATEGORY_NAMES: Record<TicketCategory, string> = {
  orders: 'Orders',
  shipping: 'Shipping',
  returns: 'Returns',
  payment: 'Payment',
  account: 'Account',
  other: 'Other',
}
export const PRIORITY_NAMES: Record<TicketPriority, string> = {
  low: 'Low',
  normal: 'Normal',
  high: 'High',
  urgent: 'Urgent',
}
export const TICKET_STATE_NAMES: Record<TicketState, string> = { open: 'Open', answered: 'Answered', closed: 'Closed' }
export const CHANNEL_NAMES: Record<TicketChannel, string> = { support: 'Support', contact: 'Contact' }
