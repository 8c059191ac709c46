import { RowLink, type Column } from '#app/components/data-table/data-table.tsx'
import { SortLink } from '#app/components/data-table/sort-link.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { StateMark } from '#app/components/state-mark.tsx'
import { formatMoney } from '#app/lib/format.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { LEVELS, SALE_STATES } from '#app/parts/sales/sale-states.ts'
import type { SalesSort } from '#server/sales/sales.schema.ts'
import { tableHref, type SalesPageProps, type SalesQuery } from './sales-address.ts'

type Sale = SalesPageProps['sales']['sales'][number]

/** Returns the columns of the sales table, with times in the partner's time zone. Time and amounts are sortable. */
export function saleColumns(query: SalesQuery, timeZone: string): Array<Column<Sale>> {
  const sorted = (name: string, down: SalesSort, up: SalesSort) => {
    const sort = query.sort === down ? ('descending' as const) : query.sort === up ? ('ascending' as const) : undefined
    const href = tableHref(query, { sort: query.sort === down ? up : down })
    return { name, head: <SortLink name={name} href={href} sort={sort} />, sort }
  }
  return [
    {
      ...sorted('Ordered', 'newest', 'oldest'),
      className: 'order-5 whitespace-nowrap text-muted tabular-nums',
      cell: ({ orderedAt }) => <ExactTime date={orderedAt} timeZone={timeZone} />,
    },
    {
      name: 'Order',
      className: 'order-1 min-w-0 wrap-anywhere lg:max-w-48',
      cell: ({ id, orderName, externalId }) => (
        <RowLink to={dashboardPaths.sale(id)}>{orderName || externalId}</RowLink>
      ),
    },
    {
      name: 'Products',
      className: 'order-3 col-span-2 min-w-0 wrap-anywhere lg:max-w-72',
      cell: ({ title, lines }) => (title ?? 'Not reported yet') + (lines > 1 ? ` and ${lines - 1} more` : ''),
    },
    {
      name: 'Matched by',
      className: 'order-6 text-right text-muted lg:text-left',
      cell: ({ matchLevel }) => (matchLevel ? LEVELS[matchLevel as keyof typeof LEVELS].name : 'None'),
    },
    {
      ...sorted('Amount', 'amount', 'amount-up'),
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
      ...sorted('Commission', 'commission', 'commission-up'),
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
}
