import { TicketStateMark } from './ticket-state-mark.tsx'
import { DataTable, RowLink, type Column } from '#app/components/data-table/data-table.tsx'
import { StateTabs } from '#app/components/data-table/state-tabs.tsx'
import { TableEmpty } from '#app/components/data-table/table-empty.tsx'
import { TableHead } from '#app/components/data-table/table-head.tsx'
import { TableFilter, TableSearch } from '#app/components/data-table/table-search.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { CATEGORY_NAMES, CHANNEL_NAMES, PRIORITY_NAMES, TICKET_STATE_NAMES } from '#app/parts/tickets/ticket-names.ts'
import type { TicketsInput } from '#server/support/support.schema.ts'
import { TICKET_STATES } from '#server/support/ticket-values.schema.ts'

type Tickets = RouterOutputs['support']['tickets']

const COLUMNS: Array<Column<Tickets['tickets'][number]>> = [
  {
    name: 'Received (UTC)',
    className: 'order-5 whitespace-nowrap text-muted tabular-nums',
    cell: ({ createdAt }) => <ExactTime date={createdAt} />,
  },
  {
    name: 'Subject',
    className: 'order-1 min-w-0 [overflow-wrap:anywhere] lg:max-w-96',
    cell: ({ id, subject }) => <RowLink to={adminPaths.ticket(id)}>{subject}</RowLink>,
  },
  {
    name: 'From',
    className: 'order-3 col-span-2 min-w-0 [overflow-wrap:anywhere] lg:max-w-64',
    cell: ({ email }) => email,
  },
  {
    name: 'Reference',
    className: 'order-6 text-right whitespace-nowrap text-muted tabular-nums lg:text-left',
    cell: ({ reference }) => reference,
  },
  {
    name: 'Category',
    className: 'order-4 text-muted',
    cell: ({ channel, category }) => (channel === 'contact' ? CHANNEL_NAMES.contact : CATEGORY_NAMES[category]),
  },
  {
    name: 'Priority',
    className: ({ priority }) =>
      `order-4 text-right lg:text-left ${priority === 'urgent' || priority === 'high' ? 'text-sale' : 'text-muted'}`,
    cell: ({ priority }) => PRIORITY_NAMES[priority],
  },
  {
    name: 'Status',
    className: 'order-2 text-right lg:text-left',
    cell: ({ state }) => <TicketStateMark state={state} />,
  },
]

/** All tickets, open ones first. */
export function TicketsPage({
  tickets: { tickets, page, totalPages, counts },
  query,
}: {
  tickets: Tickets
  query: TicketsInput
}) {
  const { state, channel, category, priority, q } = query
  const filters = { channel, category, priority, q }
  const all = counts.open + counts.answered + counts.closed
  const text =
    state === 'open' && all > 0
      ? 'There are no open tickets.'
      : 'Messages from the support and contact forms appear here.'
  return (
    <>
      <TableHead
        area="Administration"
        title="Tickets"
        hint="Messages from the support and contact forms, urgent first, then oldest. Replies are sent by email."
      />
      <div className="mt-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <StateTabs
          label="Status"
          tabs={[
            ...TICKET_STATES.map((each) => ({
              name: TICKET_STATE_NAMES[each],
              count: counts[each],
              href: adminPaths.tickets({ ...filters, state: each }),
              isCurrent: state === each,
            })),
            {
              name: 'All',
              count: all,
              href: adminPaths.tickets({ ...filters, state: 'all' }),
              isCurrent: state === 'all',
            },
          ]}
        />
        <TableSearch
          action={adminPaths.tickets()}
          kept={{ state }}
          field={{ name: 'q', label: 'Reference or email address', value: q }}
          width="sm:w-72"
        >
          <TableFilter name="channel" label="Channel" names={CHANNEL_NAMES} chosen={channel} />
          <TableFilter name="category" label="Category" names={CATEGORY_NAMES} chosen={category} />
          <TableFilter name="priority" label="Priority" names={PRIORITY_NAMES} chosen={priority} />
        </TableSearch>
      </div>
      <DataTable
        rows={tickets}
        columns={COLUMNS}
        paging={{ page, totalPages, hrefFor: (number) => adminPaths.tickets({ ...filters, state, page: number }) }}
        empty={
          <TableEmpty
            isFiltered={Boolean(all || channel || category || priority || q)}
            none={{ title: 'No tickets yet', text }}
            noMatch={{
              title: 'No matching tickets',
              text,
              action: 'Show all tickets',
              href: adminPaths.tickets({ state: 'all' }),
            }}
          />
        }
      />
    </>
  )
}
