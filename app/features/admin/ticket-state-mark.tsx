import { StateMark } from '#app/components/state-mark.tsx'
import { TICKET_STATE_NAMES } from '#app/parts/tickets/ticket-names.ts'
import type { TicketState } from '#server/support/ticket-values.schema.ts'

const COLOURS: Record<TicketState, string> = { open: 'text-text', answered: 'text-good', closed: 'text-muted' }

export function TicketStateMark({ state }: { state: TicketState }) {
  return <StateMark name={TICKET_STATE_NAMES[state]} colour={COLOURS[state]} />
}
