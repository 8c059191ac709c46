import type { TicketCategory, TicketChannel, TicketPriority, TicketState } from '#server/support/ticket-values.schema.ts'

export const CATEGORY_NAMES: Record<TicketCategory, string> = { orders: 'Orders', shipping: 'Shipping', returns: 'Returns', payment: 'Payment', account: 'Account', other: 'Other' }
export const PRIORITY_NAMES: Record<TicketPriority, string> = { low: 'Low', normal: 'Normal', high: 'High', urgent: 'Urgent' }
export const TICKET_STATE_NAMES: Record<TicketState, string> = { open: 'Open', answered: 'Answered', closed: 'Closed' }
export const CHANNEL_NAMES: Record<TicketChannel, string> = { support: 'Support', contact: 'Contact' }

const COLOURS: Record<TicketState, string> = { open: 'text-text', answered: 'text-good', closed: 'text-muted' }

export function TicketStateMark({ state }: { state: TicketState }) {
  return (
    <span className={`inline-flex items-baseline gap-2 ${COLOURS[state]}`}>
      <span aria-hidden className="size-1.5 self-center rounded-full bg-current" />
      {TICKET_STATE_NAMES[state]}
    </span>
  )
}
