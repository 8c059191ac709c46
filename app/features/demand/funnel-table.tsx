import { useNavigation } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import Download from 'lucide-react/icons/download'
import { DataTable } from '#app/components/data-table/data-table.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { formatCount } from '#app/lib/format.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { FEWEST, SEARCH_WORDS_DAYS } from '#server/analytics/insights/insights.schema.ts'
import { BREAKDOWN, demandHref, PART_NAMES, type DemandPageProps, type Funnel } from './demand.ts'
import { funnelColumns } from './funnel-columns.tsx'

/** The funnel by product, category, page and so on, to show where shoppers drop off. */
export function FunnelTable({ funnel, query }: Pick<DemandPageProps, 'funnel' | 'query'>) {
  const navigation = useNavigation()
  const isLoading = navigation.state === 'loading' && navigation.location.pathname === dashboardPaths.demand()
  return (
    <section aria-labelledby={BREAKDOWN} className="mt-14">
      <h2 id={BREAKDOWN} className="scroll-mt-4 font-sans text-base font-semibold">
        Where shoppers drop off
      </h2>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <nav aria-label="Break down by" className="-ml-2 flex flex-wrap sm:-ml-2.5 sm:gap-x-1">
          {funnel.parts.map((by) => (
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
          columns={funnelColumns(funnel, query)}
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

/** Explains what the rows count, and which sales or clicks they leave out. */
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
    product: `A sale of several products counts once for each product.${sales ? ` ${unknownSales} ${sales === 1 ? 'includes' : 'include'} items that are not among your products on WTF.` : ''}`,
    category: `Uses each product’s current category. A sale across several categories counts once for each.${sales ? ` ${unknownSales} ${sales === 1 ? 'includes' : 'include'} items that are not among your products on WTF.` : ''}`,
    surface: `The WTF page where the shopper clicked the link to your store. Views cannot be split by page, because product pages can be opened from anywhere.${sales ? ` ${unknownSales} ${sales === 1 ? 'was' : 'were'} matched without a click.` : ''}`,
    search: `The search that led to the visit to your store. We keep search terms for ${SEARCH_WORDS_DAYS} days and only show those used by at least ${FEWEST} visitors. Views are not linked to searches. ${formatCount(clicks)} of ${formatCount(total.clicks)} clicks did not come from a search.`,
    device: `The type of device that opened your store, as reported by its browser. Some tablets report that they are computers. Views cannot be split by device.${clicks ? ` The device is unknown for ${formatCount(clicks)} of ${formatCount(total.clicks)} clicks.` : ''}`,
    country: `The country of the shopper’s network. We only show countries with at least ${FEWEST} visitors. Views cannot be split by country.${clicks ? ` The country is unknown for ${formatCount(clicks)} of ${formatCount(total.clicks)} clicks.` : ''}`,
  }
  return <p className="mt-3 max-w-[80ch] text-sm text-muted">{words[by]}</p>
}

const EMPTY: Partial<Record<DemandPageProps['query']['by'], { title: string; text: string }>> = {
  search: {
    title: 'No searches led to your store',
    text: 'When a shopper searches, opens one of your products and visits your store, their search terms will appear here.',
  },
  device: {
    title: 'No devices recorded',
    text: 'No click in this period has a known device. New clicks will appear here by device.',
  },
  country: {
    title: 'No countries recorded',
    text: 'No click in this period has a known country.',
  },
}

function NothingHere({ query: { by, period } }: { query: DemandPageProps['query'] }) {
  return (
    <EmptyState
      drawing="no-results"
      headingLevel="h3"
      title={EMPTY[by]?.title ?? 'No activity in this period'}
      action={
        period === 'year' ? (
          <Link to={dashboardPaths.ownProducts()} className="button button-quiet">
            View your products
          </Link>
        ) : (
          <Link to={`${dashboardPaths.demand({ period: 'year', by })}#${BREAKDOWN}`} className="button button-quiet">
            Show the last year
          </Link>
        )
      }
    >
      {EMPTY[by]?.text ?? 'Nobody viewed your products, visited your store or bought from you in this period.'}
    </EmptyState>
  )
}
