import { Link } from '#app/components/link.tsx'
import type { ReactNode } from 'react'
import type { Column } from '#app/components/data-table/data-table.tsx'
import { SortLink } from '#app/components/data-table/sort-link.tsx'
import { formatCount, formatMoney, formatShortMoney } from '#app/lib/format.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { ProductThumb } from '#app/parts/own-products/product-thumb.tsx'
import type { FunnelMeasure, FunnelQuery, FunnelSort } from '#server/analytics/insights/insights.schema.ts'
import { METRICS } from '#server/analytics/metrics.values.ts'
import { formatPercent } from '#app/parts/analytics/compared.ts'
import { BREAKDOWN, demandHref, PART_NAMES, SURFACE_NAMES, type Funnel, type FunnelRow } from './demand.ts'

type Row = FunnelRow & { id: string }

/** Returns the funnel's columns. On phones a row is a small block: its name, its bars, then its labelled figures. */
export function funnelColumns({ most, currency, sort }: Funnel, query: FunnelQuery): Array<Column<Row>> {
  const hasViews = query.by === 'product' || query.by === 'category'
  const measured = (name: string, measure: FunnelMeasure, cell: (row: Row) => ReactNode): Column<Row> => {
    const sorted = sort === measure ? 'descending' : sort === `${measure}-up` ? 'ascending' : undefined
    // The first press sorts descending, the second ascending.
    const next: FunnelSort = sorted === 'descending' ? `${measure}-up` : measure
    return {
      name,
      head: (
        <SortLink name={name} href={`${demandHref({ ...query, sort: next, page: 1 })}#${BREAKDOWN}`} sort={sorted} />
      ),
      sort: sorted,
      className: 'order-4 whitespace-nowrap tabular-nums lg:align-middle!',
      cell: (row) => (
        <>
          <span className="text-muted lg:hidden">{name} </span>
          {cell(row)}
        </>
      ),
    }
  }
  return [
    {
      name: PART_NAMES[query.by],
      className: 'order-1 col-span-2 min-w-0 wrap-anywhere lg:w-[28%] lg:align-middle!',
      cell: (row) => <Name row={row} by={query.by} />,
    },
    {
      name: 'Funnel',
      className: 'order-2 col-span-2 lg:w-[22%] lg:align-middle!',
      cell: (row) => <Drop row={row} most={most} />,
    },
    ...(hasViews
      ? [
          measured(METRICS.views.name, 'views', ({ views }) => formatCount(views ?? 0)),
          measured(METRICS.viewToClick.name, 'click-rate', ({ clickRate }) => formatPercent(clickRate)),
        ]
      : []),
    measured(METRICS.clicks.name, 'clicks', ({ clicks }) => formatCount(clicks)),
    measured(METRICS.clickToSale.name, 'sale-rate', ({ saleRate }) => formatPercent(saleRate)),
    measured(METRICS.sales.name, 'sales', ({ sales }) => formatCount(sales)),
    {
      ...measured(METRICS.revenue.name, 'revenue', ({ revenueMinor }) => (
        <span title={formatMoney(revenueMinor, currency)}>{formatShortMoney(revenueMinor, currency)}</span>
      )),
      isAtEnd: true,
    },
  ]
}

function Name({ row: { key, name, picture }, by }: { row: Row; by: FunnelQuery['by'] }) {
  if (by === 'surface') return <span className="font-medium">{SURFACE_NAMES[key] ?? key}</span>
  if (by === 'search')
    return key === '' ? (
      <span className="text-muted">Other searches</span>
    ) : (
      <Link to={paths.discover({ q: key })} prefetch="none" className="font-medium hover:underline">
        {key}
      </Link>
    )
  if (by === 'device') return <span className="font-medium">{name ?? key}</span>
  if (by === 'country')
    return key === '' ? (
      <span className="text-muted">Other countries</span>
    ) : (
      <span className="font-medium">{name ?? key}</span>
    )
  if (by === 'category')
    return (
      <Link to={dashboardPaths.ownProducts({ category: key })} prefetch="none" className="font-medium hover:underline">
        {name ?? 'No category'}
      </Link>
    )
  return (
    <span className="flex items-center gap-3">
      <ProductThumb picture={picture} sizes="32px" className="h-10 w-8 shrink-0" />
      {name === null ? (
        <span className="text-muted">Deleted product</span>
      ) : (
        <Link to={dashboardPaths.ownProduct(key)} prefetch="none" className="min-w-0 font-medium hover:underline">
          {name}
        </Link>
      )}
    </span>
  )
}

/** The row's views, clicks and sales as bars, one below the other, on the scale of the largest row. */
function Drop({ row: { views, clicks, sales }, most }: { row: Row; most: Funnel['most'] }) {
  const scale = Math.max(most.views, most.clicks, most.sales, 1)
  const bars = [
    ...(views === null ? [] : [{ count: views, colour: 'bg-(--chart-1)' }]),
    { count: clicks, colour: 'bg-(--chart-2)' },
    { count: sales, colour: 'bg-(--chart-3)' },
  ]
  return (
    <span aria-hidden className="flex min-w-24 flex-col gap-0.5 py-1">
      {bars.map(({ count, colour }) => (
        <span
          key={colour}
          className={`block h-1.5 ${colour}`}
          style={{ width: `${(count / scale) * 100}%`, minWidth: count > 0 ? '2px' : 0 }}
        />
      ))}
    </span>
  )
}
