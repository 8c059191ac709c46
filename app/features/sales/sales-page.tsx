import { Link } from '@remix-run/react'
import { DataTable, RowLink, type Column } from '#app/components/data-table/data-table.tsx'
import { StateTabs } from '#app/components/data-table/state-tabs.tsx'
import { TableSearch } from '#app/components/data-table/table-search.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { StateMark } from '#app/components/state-mark.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatMoney } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'
import { LEVELS, SALE_STATES } from '#app/parts/sales/sale-states.ts'
import type { ConversionStatus } from '#server/sales/lifecycle.values.ts'

type Sales = RouterOutputs['sales']['list']
type Sale = Sales['sales'][number]

/** Others have a tab only while there are some. */
const ALWAYS: readonly string[] = ['pending', 'confirmed', 'paid', 'cancelled', 'tracked', 'hold']

const COLUMNS: Array<Column<Sale>> = [
  {
    name: 'Ordered (UTC)',
    className: 'order-5 whitespace-nowrap text-muted tabular-nums',
    cell: ({ orderedAt }) => <ExactTime date={orderedAt} />,
  },
  {
    name: 'Order',
    className: 'order-1 min-w-0 wrap-anywhere lg:max-w-48',
    cell: ({ id, orderName, externalId }) => <RowLink to={paths.sale(id)}>{orderName || externalId}</RowLink>,
  },
  {
    name: 'Products',
    className: 'order-3 col-span-2 min-w-0 wrap-anywhere lg:max-w-72',
    cell: ({ title, lines }) => (title ?? 'Not told yet') + (lines > 1 ? ` and ${lines - 1} more` : ''),
  },
  {
    name: 'Known by',
    className: 'order-6 text-right text-muted lg:text-left',
    cell: ({ matchLevel }) => (matchLevel ? LEVELS[matchLevel as keyof typeof LEVELS].name : 'Nothing'),
  },
  {
    name: 'Amount',
    className: 'order-4 whitespace-nowrap tabular-nums',
    cell: ({ netMinor, commissionableMinor, currency }) => (
      <>
        {formatMoney(netMinor, currency)}
        {netMinor !== commissionableMinor && (
          <del className="ml-2 text-xs text-muted">{formatMoney(commissionableMinor, currency)}</del>
        )}
      </>
    ),
  },
  {
    name: 'Commission',
    className: 'order-4 text-right whitespace-nowrap tabular-nums lg:text-left',
    cell: ({ owedMinor, ledgerCurrency }) => (ledgerCurrency ? formatMoney(owedMinor, ledgerCurrency) : '-'),
  },
  {
    name: 'Status',
    className: 'order-2 text-right lg:text-left',
    cell: ({ status, openFlags }) => (
      <>
        <StateMark {...SALE_STATES[status]} />
        {openFlags > 0 && <span className="ml-2 text-xs text-sale">flagged</span>}
      </>
    ),
  },
]

interface SalesPageProps {
  sales: Sales
  query: { status?: ConversionStatus | undefined; q?: string | undefined }
}

/** Every order that named us, the latest first. */
export function SalesPage({
  sales: { sales, counts, total, page, pageSize },
  query: { status, q = '' },
}: SalesPageProps) {
  const states = (Object.keys(SALE_STATES) as ConversionStatus[]).filter(
    (each) => ALWAYS.includes(each) || counts[each] > 0 || each === status,
  )
  const isFiltered = status !== undefined || q !== ''
  return (
    <>
      <h1 className="text-(length:--text-section) leading-none">Sales</h1>
      <p className="mt-3 max-w-[64ch] text-sm text-muted">
        Orders in your store that we know to be ours, with what they owe and why. A sale is confirmed once the time for
        returns is over.
      </p>
      <div className="mt-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <StateTabs
          label="States"
          className="-ml-2 sm:-ml-2.5"
          tabs={[
            { name: 'All', count: counts.all, href: paths.sales({ q }), isCurrent: status === undefined },
            ...states.map((each) => ({
              name: SALE_STATES[each].name,
              count: counts[each],
              href: paths.sales({ state: each, q }),
              isCurrent: status === each,
            })),
          ]}
        />
        <TableSearch
          action={paths.sales()}
          label="Sales"
          kept={{ state: status }}
          field={{ name: 'q', label: 'Order, product or click', value: q }}
        />
      </div>
      <DataTable
        rows={sales}
        columns={COLUMNS}
        empty={isFiltered ? <NoMatch /> : <NoSales />}
        paging={{
          page,
          totalPages: Math.max(1, Math.ceil(total / pageSize)),
          hrefFor: (to) => paths.sales({ state: status, q, page: to }),
        }}
      />
    </>
  )
}

function NoSales() {
  return (
    <EmptyState
      drawing="no-results"
      title="No Sales Yet"
      action={
        <Link to={paths.connectStore()} className="button button-accent">
          Connect Store
        </Link>
      }
    >
      An order shows here within minutes of its payment, once your store tells us of it.
    </EmptyState>
  )
}

function NoMatch() {
  return (
    <EmptyState
      drawing="no-results"
      title="Nothing like that"
      action={
        <Link to={paths.sales()} className="button button-quiet">
          Show all sales
        </Link>
      }
    >
      No sale is in this state and has this in its order, its products or its click.
    </EmptyState>
  )
}
