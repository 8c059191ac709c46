import { Link } from '#app/components/link.tsx'
import { Act, Asking } from '#app/components/act-form.tsx'
import { DataTable, type Column } from '#app/components/data-table/data-table.tsx'
import { StateTabs } from '#app/components/data-table/state-tabs.tsx'
import { TableHead } from '#app/components/data-table/table-head.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { Pagination } from '#app/components/pagination.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'

type Connections = RouterOutputs['admin']['connections']
type Store = Connections['list']['stores'][number]
type Letter = Connections['letters']['letters'][number]
type Show = 'degraded' | 'ended' | 'letters'

const TABS: Record<Show, string> = { degraded: 'Broken', ended: 'Disconnected', letters: 'Failed webhooks' }

const TIME = 'whitespace-nowrap text-muted tabular-nums'
const COLUMNS: Array<Column<Store>> = [
  {
    name: 'Partner',
    className: 'order-1 min-w-0 wrap-anywhere',
    cell: ({ partner }) => (
      <Link to={adminPaths.adminPartner(partner.id)} className="link">
        {partner.businessName}
      </Link>
    ),
  },
  { name: 'Store', className: 'order-2 min-w-0 text-right wrap-anywhere lg:text-left', cell: ({ shop }) => shop },
  {
    name: 'Problem',
    className: 'order-3 col-span-2 min-w-0 wrap-anywhere lg:max-w-96',
    cell: ({ statusReason }) => statusReason,
  },
  {
    name: 'Last response (UTC)',
    className: `order-4 ${TIME}`,
    cell: ({ lastOkAt }) => (lastOkAt ? <ExactTime date={lastOkAt} /> : '-'),
  },
  {
    name: 'Last webhook (UTC)',
    isAtEnd: true,
    className: `order-5 ${TIME}`,
    cell: ({ lastDeliveryAt }) => (lastDeliveryAt ? <ExactTime date={lastDeliveryAt} /> : '-'),
  },
]

/** All partners' broken connections, and the webhooks that we could not process. */
export function ConnectionsPage({
  show,
  counts,
  stores,
  letters,
}: {
  show: Show
  counts: Connections['counts']
  stores: Connections['list'] | null
  letters: Connections['letters'] | null
}) {
  const hrefFor = (page: number) => adminPaths.adminConnections({ show, page })
  return (
    <>
      <TableHead
        area="Administration"
        title="Connections"
        hint="Stores with connection problems, and failed webhooks. Partners see problems with their own store."
      />
      <StateTabs
        label="Type of problem"
        className="mt-8 -ml-2 sm:-ml-2.5"
        tabs={Object.entries(TABS).map(([each, name]) => ({
          name,
          count: counts[each as Show],
          href: adminPaths.adminConnections({ show: each }),
          isCurrent: show === each,
        }))}
      />
      {stores && (
        <DataTable
          rows={stores.stores}
          columns={COLUMNS}
          paging={{ ...stores, hrefFor }}
          empty={
            <EmptyState drawing="no-results" title={show === 'ended' ? 'No disconnected stores' : 'All stores respond'}>
              Stores with connection problems appear here.
            </EmptyState>
          }
        />
      )}
      {letters && <Letters list={letters} hrefFor={hrefFor} />}
    </>
  )
}

function Letters({ list, hrefFor }: { list: Connections['letters']; hrefFor: (page: number) => string }) {
  const { letters, page, totalPages } = list
  if (letters.length === 0)
    return (
      <EmptyState drawing="no-results" title="No failed webhooks">
        All webhooks have been processed or are in the queue.
      </EmptyState>
    )
  return (
    <>
      <ul aria-label="Failed webhooks" className="mt-5 border-t border-line">
        {letters.map((letter) => (
          <DeadLetter key={letter.id} letter={letter} />
        ))}
      </ul>
      <Pagination page={page} totalPages={totalPages} hrefFor={hrefFor} />
    </>
  )
}

function DeadLetter({ letter: { id, topic, receivedAt, attempts, lastError, connection } }: { letter: Letter }) {
  return (
    <li className="border-b border-line py-3.5 text-sm">
      <p className="flex flex-wrap gap-x-5 gap-y-1">
        <span className="font-medium">{topic}</span>
        <Link to={adminPaths.adminPartner(connection.partner.id)} className="link wrap-anywhere">
          {connection.partner.businessName}
        </Link>
        <span className="text-muted wrap-anywhere">{connection.shop}</span>
        <span className="text-muted tabular-nums">
          <ExactTime date={receivedAt} /> UTC, tried {attempts === 1 ? 'once' : `${attempts} times`}
        </span>
      </p>
      <p className="mt-1 max-w-[90ch] text-muted wrap-anywhere">{lastError || 'No error was recorded.'}</p>
      <Asking label="Retry" who={`${topic} from ${connection.shop}`}>
        <p className="text-muted">We process the webhook again. If we already have newer data, nothing changes.</p>
        <Act form={`retry ${id}`} fields={{ eventId: id }} busy="One moment..." isFinal>
          Try again
        </Act>
      </Asking>
    </li>
  )
}
