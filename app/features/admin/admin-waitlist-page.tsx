import { DataTable, type Column } from '#app/components/data-table/data-table.tsx'
import { StateTabs } from '#app/components/data-table/state-tabs.tsx'
import { TableEmpty } from '#app/components/data-table/table-empty.tsx'
import { TableHead } from '#app/components/data-table/table-head.tsx'
import { TableSearch } from '#app/components/data-table/table-search.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { StateMark } from '#app/components/state-mark.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatCount } from '#app/lib/format.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import type { WaitlistQuery, WaitlistSource, WaitlistState } from '#server/waitlist/waitlist.schema.ts'

type Waitlist = RouterOutputs['waitlist']['list']
type Filters = Pick<WaitlistQuery, 'source' | 'state' | 'email'>

const STATE_NAMES: Record<WaitlistState, string> = {
  unconfirmed: 'Not confirmed',
  confirmed: 'Confirmed',
  unsubscribed: 'Unsubscribed',
}
const SOURCE_NAMES: Record<WaitlistSource, string> = {
  landing: 'Landing page',
  early_access: 'Early access',
  newsletter: 'Newsletter',
}
const COLOURS: Record<WaitlistState, string> = {
  unconfirmed: 'text-muted',
  confirmed: 'text-good',
  unsubscribed: 'text-sale',
}
const COLUMNS: Array<Column<Waitlist['entries'][number]>> = [
  {
    name: 'Joined (UTC)',
    className: 'order-2 whitespace-nowrap text-muted tabular-nums',
    cell: ({ createdAt }) => <ExactTime date={createdAt} />,
  },
  {
    name: 'Email',
    className: 'order-1 min-w-0 font-medium [overflow-wrap:anywhere] lg:max-w-72',
    cell: ({ email }) => email,
  },
  {
    name: 'Status',
    className: 'order-1',
    cell: ({ state }) => <StateMark name={STATE_NAMES[state]} colour={COLOURS[state]} />,
  },
  {
    name: 'Form',
    className: 'order-3 text-right text-muted lg:text-left',
    cell: ({ source }) => SOURCE_NAMES[source],
  },
  { name: 'Country', className: 'order-4 text-muted', cell: ({ location }) => location },
  {
    name: 'Browser',
    className: 'order-5 text-right text-muted lg:text-left',
    cell: ({ browser, userAgent }) => <span title={userAgent}>{browser}</span>,
  },
  { name: 'Reference', className: 'order-6 text-muted tabular-nums', cell: ({ reference }) => reference },
  {
    name: 'Time on page',
    className: 'order-7 text-muted tabular-nums',
    isAtEnd: true,
    cell: ({ timeSpentSeconds }) => `${formatCount(timeSpentSeconds)} s`,
  },
]

/** Waitlist sign-ups, by status and form. */
export function AdminWaitlistPage({
  waitlist: { entries, page, totalPages, byState, bySource },
  query,
}: {
  waitlist: Waitlist
  query: Filters
}) {
  const { state, source, email } = query
  const inSource = Object.values(byState).reduce((sum, count) => sum + count, 0)
  const inState = Object.values(bySource).reduce((sum, count) => sum + count, 0)
  return (
    <>
      <TableHead
        area="Administration"
        title="Waitlist"
        hint="A sign-up counts only after the email address is confirmed. Do not contact people who have not confirmed."
        exportHref={adminPaths.waitlistFile(query)}
      />
      <div className="mt-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <StateTabs
          label="Status"
          tabs={[
            { name: 'All', count: inSource, href: adminPaths.adminWaitlist({ source, email }), isCurrent: !state },
            ...keysOf(STATE_NAMES).map((each) => ({
              name: STATE_NAMES[each],
              count: byState[each],
              href: adminPaths.adminWaitlist({ state: each, source, email }),
              isCurrent: state === each,
            })),
          ]}
        />
        <TableSearch
          action={adminPaths.adminWaitlist()}
          kept={{ state, source }}
          field={{ name: 'email', label: 'Email address', value: email }}
        />
      </div>
      <StateTabs
        label="Forms"
        className="mt-1"
        tabs={[
          { name: 'All forms', count: inState, href: adminPaths.adminWaitlist({ state, email }), isCurrent: !source },
          ...keysOf(SOURCE_NAMES).map((each) => ({
            name: SOURCE_NAMES[each],
            count: bySource[each],
            href: adminPaths.adminWaitlist({ source: each, state, email }),
            isCurrent: source === each,
          })),
        ]}
      />
      <DataTable
        rows={entries}
        columns={COLUMNS}
        paging={{ page, totalPages, hrefFor: (number) => adminPaths.adminWaitlist({ ...query, page: number }) }}
        empty={
          <TableEmpty
            isFiltered={Boolean(state ?? source) || email !== ''}
            none={{
              title: 'No sign-ups yet',
              text: 'Sign-ups from the landing page, early access and newsletter appear here.',
            }}
            noMatch={{
              title: 'No matches',
              text: 'No sign-ups match these filters.',
              action: 'Show everyone',
              href: adminPaths.adminWaitlist(),
            }}
          />
        }
      />
    </>
  )
}

const keysOf = <Key extends string>(names: Record<Key, string>) => Object.keys(names) as Key[]
