import { DataTable, RowLink, type Column } from '#app/components/data-table/data-table.tsx'
import { StateTabs } from '#app/components/data-table/state-tabs.tsx'
import { TableEmpty } from '#app/components/data-table/table-empty.tsx'
import { TableHead } from '#app/components/data-table/table-head.tsx'
import { TableFilter, TableSearch } from '#app/components/data-table/table-search.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatCount } from '#app/lib/format.ts'
import { formatDate } from '#app/lib/format.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { accountStateOf, MAX_COUNTED, PEOPLE_STATES } from '#server/accounts/people/people-values.schema.ts'
import type { PeopleQuery } from '#server/accounts/people/people.schema.ts'
import { PEOPLE_SORT_NAMES, PEOPLE_STATE_NAMES, ROLE_NAMES, UserMark } from './user-marks.tsx'

type People = RouterOutputs['admin']['users']['list']
type Row = People['people'][number]

const COLUMNS: Array<Column<Row>> = [
  {
    name: 'Email',
    className: 'order-1 min-w-0 [overflow-wrap:anywhere] lg:max-w-80',
    cell: ({ id, email }) => <RowLink to={adminPaths.adminUser(id)}>{email}</RowLink>,
  },
  {
    name: 'Name',
    className: 'order-3 min-w-0 [overflow-wrap:anywhere] max-lg:empty:hidden lg:max-w-56',
    cell: ({ fullName }) => fullName || null,
  },
  {
    name: 'Role',
    className: ({ role }) => `order-4 text-right lg:text-left ${role === 'admin' ? 'text-accent' : 'text-muted'}`,
    cell: ({ role, isDemo, newAdminUntil }) =>
      `${ROLE_NAMES[role]}${isDemo ? ', demo' : ''}${newAdminUntil ? `, restricted until ${formatDate(newAdminUntil)}` : ''}`,
  },
  {
    name: 'Status',
    className: 'order-2 text-right lg:text-left',
    cell: (row) => <UserMark state={accountStateOf(row)} isVerified={row.isVerified} />,
  },
  {
    name: 'Created (UTC)',
    className: 'order-5 whitespace-nowrap text-muted tabular-nums',
    cell: ({ createdAt }) => <ExactTime date={createdAt} />,
  },
  {
    name: 'Last active (UTC)',
    className: 'order-6 whitespace-nowrap text-muted tabular-nums',
    isAtEnd: true,
    isLeftOutOnPhones: true,
    cell: ({ lastSeenAt }) => (lastSeenAt ? <ExactTime date={lastSeenAt} /> : 'Never'),
  },
]

export function UsersPage({
  people: { people, counts, page, totalPages },
  query: { q, state, sort },
}: {
  people: People
  query: PeopleQuery
}) {
  const sorted = sort === 'newest' ? undefined : sort
  const hrefFor = (given: Parameters<typeof adminPaths.adminUsers>[0]) =>
    adminPaths.adminUsers({ q, sort: sorted, ...given })
  const isCut = counts[state ?? 'all'] > MAX_COUNTED
  return (
    <>
      <TableHead
        area="Administration"
        title="Users"
        hint="All shopper, partner and administrator accounts. An account can appear in more than one list."
      />
      <div className="mt-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <StateTabs
          label="Status"
          className="-ml-2 sm:-ml-2.5"
          tabs={[
            { name: 'All', count: counts.all, href: hrefFor({}), isCurrent: !state },
            ...PEOPLE_STATES.map((each) => ({
              name: PEOPLE_STATE_NAMES[each],
              count: counts[each],
              href: hrefFor({ state: each }),
              isCurrent: state === each,
            })),
          ]}
        />
        <TableSearch
          action={adminPaths.adminUsers()}
          label="Users"
          kept={{ state }}
          field={{ name: 'q', label: 'Email address, name or ID', value: q }}
          width="sm:w-72"
        >
          <TableFilter name="sort" label="Sort by" any="Sort by" names={PEOPLE_SORT_NAMES} chosen={sort} />
        </TableSearch>
      </div>
      {isCut && (
        <p className="mt-3 text-sm text-muted">
          More than {formatCount(MAX_COUNTED)}. Only the first {formatCount(MAX_COUNTED)} are listed. Search to find
          others.
        </p>
      )}
      <DataTable
        rows={people}
        columns={COLUMNS}
        paging={{ page, totalPages, hrefFor: (number) => hrefFor({ state, page: number }) }}
        empty={
          <TableEmpty
            isFiltered={Boolean(q || state)}
            none={{ title: 'No accounts yet', text: 'New accounts appear here immediately.' }}
            noMatch={{
              title: 'No matching accounts',
              text: q ? 'No email address or name matches your search.' : 'There are no accounts in this list.',
              action: q && state ? 'Search all statuses' : 'Show all accounts',
              href: adminPaths.adminUsers({ ...(state && { q }) }),
            }}
          />
        }
      />
    </>
  )
}
