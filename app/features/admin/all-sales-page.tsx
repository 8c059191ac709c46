import { DataTable, RowLink, type Column } from '#app/components/data-table/data-table.tsx'
import { OlderRows } from '#app/components/data-table/older-rows.tsx'
import { TableEmpty } from '#app/components/data-table/table-empty.tsx'
import { TableHead } from '#app/components/data-table/table-head.tsx'
import { TableDay, TableFilter, TableSearch } from '#app/components/data-table/table-search.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { Link } from '#app/components/link.tsx'
import { StateMark } from '#app/components/state-mark.tsx'
import { adminPaths } from '#app/lib/admin-paths.ts'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatMoney } from '#app/lib/format.ts'
import { SALE_STATES } from '#app/parts/sales/sale-states.ts'
import type { AllSalesQuery } from '#server/sales/sales-for-admins.schema.ts'

type List = RouterOutputs['admin']['sales']
type Sale = List['sales'][number]

const STATE_NAMES = Object.fromEntries(Object.entries(SALE_STATES).map(([status, { name }]) => [status, name]))

const COLUMNS: Array<Column<Sale>> = [
  {
    name: 'Order',
    className: 'order-1 min-w-0 wrap-anywhere lg:max-w-48',
    cell: ({ id, orderName, externalId }) => <RowLink to={adminPaths.adminSale(id)}>{orderName || externalId}</RowLink>,
  },
  {
    name: 'Ordered (UTC)',
    className: 'order-4 whitespace-nowrap text-right text-muted tabular-nums lg:text-left',
    cell: ({ orderedAt }) => <ExactTime date={orderedAt} />,
  },
  {
    name: 'Partner',
    className: 'order-3 min-w-0 wrap-anywhere lg:max-w-56',
    cell: ({ partner }) => (
      <Link to={adminPaths.adminPartner(partner.id)} className="link relative z-1">
        {partner.businessName}
      </Link>
    ),
  },
  {
    name: 'Products',
    className: 'order-5 col-span-2 min-w-0 wrap-anywhere text-muted lg:max-w-64',
    isWideOnly: true,
    cell: ({ title, lines }) => (title ? `${title}${lines > 1 ? ` and ${lines - 1} more` : ''}` : ''),
  },
  {
    name: 'Status',
    className: 'order-6 whitespace-nowrap',
    cell: ({ status, openFlags }) => (
      <span className="flex gap-x-4">
        <StateMark {...SALE_STATES[status]} />
        {openFlags > 0 && <span className="text-sale">Flagged</span>}
      </span>
    ),
  },
  {
    name: 'Net',
    className: 'order-2 text-right whitespace-nowrap tabular-nums',
    cell: ({ netMinor, currency }) => formatMoney(netMinor, currency),
  },
  {
    name: 'Commission',
    className: 'order-7 whitespace-nowrap text-muted tabular-nums',
    isAtEnd: true,
    cell: ({ owedMinor, ledgerCurrency }) => (ledgerCurrency ? formatMoney(owedMinor, ledgerCurrency) : 'None'),
  },
]

/** All partners' sales, latest order first. */
export function AllSalesPage({ list: { sales, older }, query }: { list: List; query: AllSalesQuery }) {
  const { after, ...found } = query
  const isFiltered = Object.values(found).some(Boolean)
  return (
    <>
      <TableHead
        area="Administration"
        title="Sales"
        hint="Orders reported by stores, whether or not they match a click. To find an order by its number or ID, use Search."
      />
      <div className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-2">
        <TableSearch
          action={adminPaths.adminSales()}
          label="Sales"
          kept={{}}
          field={{ name: 'partner', label: 'Partner: name or ID', value: found.partner }}
        >
          <TableFilter name="status" label="Status" names={STATE_NAMES} chosen={found.status} />
          <TableDay name="from" label="From" value={found.from} />
          <TableDay name="to" label="To" value={found.to} />
        </TableSearch>
        {isFiltered && (
          <Link to={adminPaths.adminSales()} className="link inline-flex min-h-11 items-center text-sm">
            Clear filters
          </Link>
        )}
      </div>
      <DataTable
        rows={sales}
        columns={COLUMNS}
        paging={{ page: 1, totalPages: 1, hrefFor: () => adminPaths.adminSales() }}
        empty={
          <TableEmpty
            isFiltered={isFiltered || after !== undefined}
            none={{ title: 'No sales yet', text: 'Sales appear here when stores report orders.' }}
            noMatch={{
              title: 'No matching sales',
              text: 'No sales match these filters.',
              action: 'Clear filters',
              href: adminPaths.adminSales(),
            }}
          />
        }
      />
      <OlderRows
        newestHref={after === undefined ? null : adminPaths.adminSales(found)}
        olderHref={older === null ? null : adminPaths.adminSales({ ...found, after: older })}
      />
    </>
  )
}
