import { TICKET_STATE_NAMES } from '#app/parts/tickets/ticket-names.ts'
import type { RouterOutputs } from '#app/lib/api-types.ts'

type Ticket = RouterOutputs['support']['mine'][number]

/** The viewer's tickets with their answers. */
export function OwnTickets({ tickets }: { tickets: Ticket[] }) {
  if (!tickets.length) return null
  return (
    <section aria-labelledby="own-tickets" className="mt-24">
      <h2 id="own-tickets" className="text-(length:--text-section) leading-none">
        Your tickets
      </h2>
      <ul className="mt-7 border-t border-line">
        {tickets.map((ticket) => (
          <li key={ticket.reference} className="border-b border-line">
            <OwnTicket ticket={ticket} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function OwnTicket({ ticket: { reference, subject, description, state, createdAt, replies } }: { ticket: Ticket }) {
  return (
    <details className="ask group">
      <summary className="grid min-h-11 gap-x-8 gap-y-1 py-5 sm:grid-cols-[minmax(0,1fr)_auto_9rem] sm:items-baseline">
        <span className="font-medium [overflow-wrap:anywhere] group-hover:underline">{subject}</span>
        <span className="text-sm text-muted tabular-nums">
          {reference}, <Day date={createdAt} />
        </span>
        <span
          className={`text-sm sm:text-right ${state === 'answered' ? 'text-good' : state === 'open' ? 'text-text' : 'text-muted'}`}
        >
          {TICKET_STATE_NAMES[state]}
        </span>
      </summary>
      <div className="reading max-w-[68ch] pb-8">
        <p className="whitespace-pre-line text-muted [overflow-wrap:anywhere]">{description}</p>
        {replies.map((reply) => (
          <div key={reply.id} className="mt-6 border-l border-accent pl-5">
            <p className="text-sm text-muted">
              We replied on <Day date={reply.createdAt} />
            </p>
            <p className="mt-2 whitespace-pre-line [overflow-wrap:anywhere]">{reply.text}</p>
          </div>
        ))}
        {!replies.length && <p className="text-sm text-muted">No reply yet.</p>}
      </div>
    </details>
  )
}

// Created once, because creating a format is slow. UTC, so that server and browser agree.
const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** A date: '21 November 2026'. */
function Day({ date }: { date: Date }) {
  return <time dateTime={date.toISOString()}>{dayFormat.format(date)}</time>
}
