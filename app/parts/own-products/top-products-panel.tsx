import { Link } from '#app/components/link.tsx'
import { DashboardPanel } from '#app/components/dashboard-panel.tsx'
import { formatMoney, plural } from '#app/lib/format.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { ProductThumb } from './product-thumb.tsx'
import type { TopProduct } from '#server/analytics/analytics.types.ts'

interface TopProductsPanelProps {
  title: string
  products: readonly TopProduct[]
  /** Adds views and clicks. */
  showsTraffic?: boolean
  className?: string
}

/** The top products of the period, each with its share of the first. */
export function TopProductsPanel({ title, products, showsTraffic = false, className }: TopProductsPanelProps) {
  const most = Math.max(1, ...products.map(({ revenueMinor }) => revenueMinor))
  return (
    <DashboardPanel title={title} className={className ?? ''}>
      {products.length > 0 ? (
        <ol>
          {products.map(({ id, name, picture, sales, revenueMinor, currency, views, clicks }) => (
            <li key={id} className="flex items-center gap-3 border-b border-line/60 py-2 text-sm">
              <ProductThumb picture={picture} sizes="36px" className="h-11 w-9 shrink-0" />
              <span className="min-w-0 grow">
                <span className="flex items-baseline justify-between gap-4">
                  <Link to={dashboardPaths.ownProduct(id)} className="truncate py-0.5 hover:underline">
                    {name}
                  </Link>
                  <span className="shrink-0 tabular-nums">{formatMoney(revenueMinor, currency)}</span>
                </span>
                <span className="flex items-baseline justify-between gap-4 text-xs text-muted tabular-nums">
                  <span>
                    {plural(sales, 'sale')}
                    {showsTraffic && ` · ${plural(clicks, 'click')} · ${plural(views, 'view')}`}
                  </span>
                </span>
                <span aria-hidden className="mt-1 block h-0.5 bg-surface">
                  <span
                    className="block h-full bg-muted"
                    style={{ width: `${Math.max(0, (revenueMinor / most) * 100)}%` }}
                  />
                </span>
              </span>
            </li>
          ))}
        </ol>
      ) : (
        <p className="py-4 text-sm text-muted">No products were sold in this period.</p>
      )}
    </DashboardPanel>
  )
}
