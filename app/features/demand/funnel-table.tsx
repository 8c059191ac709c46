import { useNavigation } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import Download from 'lucide-react/icons/download'
import { DataTable } from '#app/components/data-table/data-table.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { formatCount } from '#app/lib/format.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { FEWEST, FUNNEL_PARTS, SEARCH_WORDS_DAYS } from '#server/analytics/insights/insights.schema.ts'
import { BREAKDOWN, demandHref, PART_NAMES, type DemandPageProps, type Funnel } from './demand.ts'
import { columnsFor } from './funnel-columns.tsx'

/** The funnel row by row: where more go on than elsewhere, and where nobody does. */
export function FunnelTable({ funnel, query }: Pick<DemandPageProps, 'funnel' | 'query'>) {
  const navigation = useNavigation()
  const isLoading = navigation.state === 'loading' && navigation.location.pathname === dashboardPaths.demand()
  return (
    <section aria-labelledby={BREAKDOWN} className="mt-14">
      <h2 id={BREAKDOWN} className="scroll-mt-4 font-sans text-base font-semibold">
        Where they go on, and where they stop
      </h2>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <nav aria-label="Broken down by" className="-ml-2 flex flex-wrap sm:-ml-2.5 sm:gap-x-1">
          {FUNNEL_PARTS.map((by) => (
            <Link
              key={by}
              to={`${demandHref({ ...query, by, sort: undefined, page: 1 })}#${BREAKDOWN}`}
              aria-current={by === query.by ? 'page' : undefined}
              className={`inline-flex min-h-11 items-center border-b-2 px-2 text-sm sm:px-2.5 ${by === query.by ? 'border-accent' : 'border-transparent text-muted hover:text-text'}`}
            >
              {PART_NAMES[by]}
            </Link>
          ))}
        </nav>
        {funnel.found > 0 && (
          <a
            href={dashboardPaths.demandFile({ period: query.period, by: query.by, sort: funnel.sort })}
            download
            className="link inline-flex min-h-11 items-center gap-1.5 text-sm"
          >
            <Download aria-hidden size={14} /> CSV
          </a>
        )}
      </div>
      <Remark funnel={funnel} query={query} />
      <div aria-busy={isLoading || undefined} className={`transition-opacity ${isLoading ? 'opacity-50' : ''}`}>
        <DataTable
          rows={funnel.rows.map((row) => ({ ...row, id: row.key || 'few' }))}
          columns={columnsFor(funnel, query)}
          paging={{
            page: funnel.page,
            totalPages: funnel.totalPages,
            hrefFor: (page) => `${demandHref({ ...query, page })}#${BREAKDOWN}`,
          }}
          empty={<NothingHere query={query} />}
        />
      </div>
    </section>
  )
}

/** What the rows leave out, and why. */
function Remark({
  funnel: { total, unknown, found },
  query: { by },
}: {
  funnel: Funnel
  query: DemandPageProps['query']
}) {
  if (found === 0) return null
  const { sales = 0, clicks = 0 } = unknown ?? {}
  const unknownSales = `${formatCount(sales)} of ${formatCount(total.sales)} sales`
  const words: Record<typeof by, string> = {
    product: `A sale of several products stands at each of them.${sales ? ` ${unknownSales} have something that is none of your products here.` : ''}`,
    category: `By the category that a product has now. A sale in several categories stands in each.${sales ? ` ${unknownSales} have something that is none of your products here.` : ''}`,
    surface: `The part of WTF that the link to your store was on. Views have no surface: a product's page is looked at from everywhere.${sales ? ` ${unknownSales} are known by other signs than a click.` : ''}`,
    search: `What was searched for before the visit to your store; words are kept for ${SEARCH_WORDS_DAYS} days, and shown from ${FEWEST} visitors on. Views do not tell their search. ${formatCount(clicks)} of ${formatCount(total.clicks)} clicks came another way.`,
  }
  return <p className="mt-3 max-w-[80ch] text-sm text-muted">{words[by]}</p>
}

function NothingHere({ query: { by, period } }: { query: DemandPageProps['query'] }) {
  return (
    <EmptyState
      drawing="no-results"
      headingLevel="h3"
      title={by === 'search' ? 'No searches led to your store' : 'Nothing in this time'}
      action={
        period === 'year' ? (
          <Link to={dashboardPaths.ownProducts()} className="button button-quiet">
            Look at your products
          </Link>
        ) : (
          <Link to={`${dashboardPaths.demand({ period: 'year', by })}#${BREAKDOWN}`} className="button button-quiet">
            Show the last year
          </Link>
        )
      }
    >
      {by === 'search'
        ? 'When somebody searches, opens a product of yours and goes on to your store, the words stand here.'
        : 'No product of yours was looked at, left for or bought.'}
    </EmptyState>
  )
}
