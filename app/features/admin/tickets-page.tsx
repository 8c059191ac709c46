import { Form, Link } from '@remix-run/react'
import { Search } from 'lucide-react'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Pagination } from '#app/components/pagination.tsx'
import { CATEGORY_NAMES, CHANNEL_NAMES, PRIORITY_NAMES, TICKET_STATE_NAMES, TicketStateMark } from '#app/components/ticket-names.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatCount } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'
import type { TicketsInput } from '#server/support/support.schema.ts'
import { TICKET_CATEGORIES, TICKET_CHANNELS, TICKET_PRIORITIES, TICKET_STATES } from '#server/support/ticket-values.schema.ts'
import { TimeOf } from './mail-status.tsx'

type Tickets = RouterOutputs['support']['tickets']

/** Everything that people wrote to us: what waits for an answer first. */
export function TicketsPage({ tickets: { tickets, page, totalPages, counts }, query }: { tickets: Tickets; query: TicketsInput }) {
  const { state, channel, category, priority, q } = query
  const filters = { channel, category, priority, q }
  const all = counts.open + counts.answered + counts.closed
  return (
    <main id="content" className="page pb-24">
      <div className="mt-10 flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
        <div>
          <p className="eyebrow">Administration</p>
          <h1 className="mt-2 text-(length:--text-section) leading-none">Tickets</h1>
        </div>
        <p className="max-w-[60ch] text-sm text-muted">What came by the support and contact forms. The urgent stand first, then the oldest; an answer goes out by mail.</p>
      </div>
      <div className="mt-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <nav aria-label="States" className="flex flex-wrap sm:gap-x-1">
          {TICKET_STATES.map((each) => <StateLink key={each} name={TICKET_STATE_NAMES[each]} count={counts[each]} href={paths.tickets({ ...filters, state: each })} isCurrent={state === each} />)}
          <StateLink name="All" count={all} href={paths.tickets({ ...filters, state: 'all' })} isCurrent={state === 'all'} />
        </nav>
        <Form key={JSON.stringify(query)} method="get" action={paths.tickets()} role="search" className="flex w-full flex-wrap gap-2 sm:w-auto">
          <input type="hidden" name="state" value={state} />
          <Choice name="channel" label="Channel" values={TICKET_CHANNELS} names={CHANNEL_NAMES} chosen={channel} />
          <Choice name="category" label="Category" values={TICKET_CATEGORIES} names={CATEGORY_NAMES} chosen={category} />
          <Choice name="priority" label="Priority" values={TICKET_PRIORITIES} names={PRIORITY_NAMES} chosen={priority} />
          <span className="relative grow sm:w-72">
            <input type="search" name="q" defaultValue={q} aria-label="Reference or address" placeholder="Reference or address" className="field w-full pr-12" />
            <button type="submit" aria-label="Find" className="icon-button absolute top-0 right-0"><Search aria-hidden size={18} /></button>
          </span>
        </Form>
      </div>
      {tickets.length > 0 ? <TicketTable tickets={tickets} /> : (
        <EmptyState drawing="no-results" title={all || channel || category || priority || q ? 'No such ticket' : 'No ticket yet'}
          {...((all || channel || category || priority || q) && { action: <Link to={paths.tickets({ state: 'all' })} className="button button-quiet">Show all tickets</Link> })}>
          {state === 'open' && all > 0 ? 'Nothing waits for an answer.' : 'What people write by the forms shows here at once.'}
        </EmptyState>
      )}
      <Pagination page={page} totalPages={totalPages} hrefFor={(number) => paths.tickets({ ...filters, state, page: number })} />
    </main>
  )
}

function StateLink({ name, count, href, isCurrent }: { name: string; count: number; href: string; isCurrent: boolean }) {
  return (
    <Link to={href} aria-current={isCurrent ? 'page' : undefined} className={`inline-flex min-h-11 items-center gap-1.5 border-b-2 px-2 text-sm sm:px-2.5 ${isCurrent ? 'border-accent' : 'border-transparent text-muted hover:text-text'}`}>
      {name} <span className="text-muted tabular-nums">{formatCount(count)}</span>
    </Link>
  )
}

/** Applies at once; without JavaScript by the button beside it. */
function Choice<Value extends string>({ name, label, values, names, chosen }: { name: string; label: string; values: readonly Value[]; names: Record<Value, string>; chosen: Value | undefined }) {
  return (
    <select name={name} aria-label={label} defaultValue={chosen ?? ''} onChange={(event) => event.currentTarget.form?.requestSubmit()} className="field text-sm">
      <option value="">{label}: any</option>
      {values.map((value) => <option key={value} value={value}>{names[value]}</option>)}
    </select>
  )
}

// On phones each row is a small block of its own.
const CELL = 'lg:table-cell lg:py-2.5 lg:pr-5 lg:align-baseline'

function TicketTable({ tickets }: { tickets: Tickets['tickets'] }) {
  return (
    <table className="mt-5 block w-full border-t border-line text-sm lg:table">
      <thead className="sr-only lg:not-sr-only lg:table-header-group">
        <tr className="border-b border-line text-left text-xs text-muted lg:table-row">
          {['Written (UTC)', 'Subject', 'From', 'Reference', 'Category', 'Priority', 'State'].map((name) => <th key={name} scope="col" className="py-2 pr-5 font-normal">{name}</th>)}
        </tr>
      </thead>
      <tbody className="block lg:table-row-group">
        {tickets.map((ticket) => (
          <tr key={ticket.id} className="relative grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-b border-line py-3.5 hover:bg-surface lg:table-row lg:py-0">
            <td className={`order-5 whitespace-nowrap text-muted tabular-nums ${CELL}`}><TimeOf date={ticket.createdAt} /></td>
            <td className={`order-1 min-w-0 [overflow-wrap:anywhere] ${CELL} lg:max-w-96`}>
              {/* The whole row is the link. */}
              <Link to={paths.ticket(ticket.id)} prefetch="none" className="font-medium after:absolute after:inset-0 hover:underline">{ticket.subject}</Link>
            </td>
            <td className={`order-3 col-span-2 min-w-0 [overflow-wrap:anywhere] ${CELL} lg:max-w-64`}>{ticket.email}</td>
            <td className={`order-6 text-right whitespace-nowrap text-muted tabular-nums lg:text-left ${CELL}`}>{ticket.reference}</td>
            <td className={`order-4 text-muted ${CELL}`}>{ticket.channel === 'contact' ? CHANNEL_NAMES.contact : CATEGORY_NAMES[ticket.category]}</td>
            <td className={`order-4 text-right lg:text-left ${ticket.priority === 'urgent' || ticket.priority === 'high' ? 'text-sale' : 'text-muted'} ${CELL}`}>{PRIORITY_NAMES[ticket.priority]}</td>
            <td className={`order-2 ${CELL}`}><TicketStateMark state={ticket.state} /></td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
