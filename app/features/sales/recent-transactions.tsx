import { Link } from '#app/components/link.tsx'
import { DataTable } from '#app/components/data-table/data-table.tsx'
import { StateTabs } from '#app/components/data-table/state-tabs.tsx'
import { TableSearch } from '#app/components/data-table/table-search.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { formatCount } from '#app/lib/format.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { usePageLoading } from '#app/parts/analytics/use-page-loading.ts'
import { SALE_STATES } from '#app/parts/sales/sale-states.ts'
import type { ConversionStatus } from '#server/sales/lifecycle.values.ts'
import { MAX_SEARCHED } from '#server/sales/sales.schema.ts'
import { ExportLink } from './export-link.tsx'
import { RangeChip } from './range-chip.tsx'
import { saleColumns } from './sale-columns.tsx'
import { tableFileHref, tableHref, type SalesPageProps } from './sales-address.ts'

/** These states always have a tab. Others have one only if they have sales. */
const ALWAYS: readonly string[] = ['pending', 'confirmed', 'paid', 'cancelled', 'tracked', 'hold']

/** All orders attributed to us: searched, filtered by time, sorted and paginated. */
export function RecentTransactions({
  sales: { sales, counts, page, totalPages, isCut },
  figures: { span },
  query,
}: Pick<SalesPageProps, 'sales' | 'figures' | 'query'>) {
  const { status, q = '', from, to, sort, period } = query
  const isLoading = usePageLoading(dashboardPaths.sales())
  const states = (Object.keys(SALE_STATES) as ConversionStatus[]).filter(
    (each) => ALWAYS.includes(each) || counts[each] > 0 || each === status,
  )
  return (
    <section aria-labelledby="transactions" className="mt-14">
      <h2 id="transactions" className="scroll-mt-4 font-sans text-base font-semibold">
        Recent transactions
      </h2>
      <p className="mt-1 max-w-[64ch] text-sm text-muted">
        Orders that we referred, with their commission. We confirm each sale when its lock period ends.
      </p>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <StateTabs
          label="Status"
          isCut={isCut}
          className="-ml-2 sm:-ml-2.5"
          tabs={[
            {
              name: 'All',
              count: counts.all,
              href: tableHref(query, { status: undefined }),
              isCurrent: status === undefined,
            },
            {
              name: 'Valid',
              count: counts.counted,
              href: tableHref(query, { status: 'counted' }),
              isCurrent: status === 'counted',
            },
            ...states.map((each) => ({
              name: SALE_STATES[each].name,
              count: counts[each],
              href: tableHref(query, { status: each }),
              isCurrent: status === each,
            })),
          ]}
        />
        <div className="flex w-full flex-wrap items-center gap-3 sm:w-auto">
          <RangeChip
            from={from}
            to={to}
            timeZone={span.timeZone}
            href={tableHref(query, { from: undefined, to: undefined })}
          />
          <ExportLink href={tableFileHref(query)}>Export this list</ExportLink>
          <TableSearch
            action={dashboardPaths.sales()}
            label="Sales"
            kept={{
              state: status,
              from,
              to,
              sort: sort === 'newest' ? undefined : sort,
              period: period === 'month' ? undefined : period,
            }}
            field={{ name: 'q', label: 'Order, product or click', value: q }}
          />
        </div>
      </div>
      {isCut && (
        <p role="status" className="mt-3 max-w-[64ch] text-sm text-muted">
          We only searched the latest {formatCount(MAX_SEARCHED)} sales, because your search is too broad. To find
          earlier sales, make it more specific or select a bar in a chart.
        </p>
      )}
      <div aria-busy={isLoading || undefined} className={`transition-opacity ${isLoading ? 'opacity-50' : ''}`}>
        <DataTable
          rows={sales}
          columns={saleColumns(query, span.timeZone)}
          empty={
            <NoMatch href={tableHref(query, { status: undefined, q: undefined, from: undefined, to: undefined })} />
          }
          paging={{
            page,
            totalPages,
            hrefFor: (number) => tableHref(query, { page: number }),
          }}
        />
      </div>
    </section>
  )
}

function NoMatch({ href }: { href: string }) {
  return (
    <EmptyState
      drawing="no-results"
      headingLevel="h3"
      title="No matches"
      action={
        <Link to={href} preventScrollReset className="button button-quiet">
          Show all sales
        </Link>
      }
    >
      No sales match your filters and search.
    </EmptyState>
  )
}
