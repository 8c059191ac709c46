import { Link } from '#app/components/link.tsx'
import { useState, type ReactNode } from 'react'
import { DashboardPanel } from '#app/components/dashboard-panel.tsx'
import type { PictureData } from '#app/lib/api-types.ts'
import { formatAge } from '#app/lib/format-age.ts'
import { formatCount, formatMoney } from '#app/lib/format.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { ProductThumb } from '#app/parts/own-products/product-thumb.tsx'
import { StockWords } from '#app/parts/own-products/stock-words.tsx'
import type { OwnProductsQuery } from '#server/products/own-products.schema.ts'
import { countOf } from '#app/parts/own-products/change-products.ts'
import { ownProductsHref, type OwnProductsPageProps } from './own-products-address.ts'

type Overview = OwnProductsPageProps['overview']
const FIRST_ALERTS = 5

/** Products that are low or out of stock and need attention. */
export function LowStock({
  alerts,
  figures: { low, out },
  query,
}: {
  alerts: Overview['stockAlerts']
  figures: Overview['figures']
  query: OwnProductsQuery
}) {
  const [isExpanded, setExpanded] = useState(false)
  const shown = isExpanded ? alerts : alerts.slice(0, FIRST_ALERTS)
  const rest = low + out - alerts.length
  return (
    <DashboardPanel
      title="Low stock"
      aside={
        alerts.length > FIRST_ALERTS && (
          <button
            type="button"
            aria-expanded={isExpanded}
            onClick={() => setExpanded(!isExpanded)}
            className="link needs-script min-h-11 text-sm"
          >
            {isExpanded ? 'View Less' : 'View All'}
          </button>
        )
      }
    >
      {shown.length > 0 ? (
        <ul className={isExpanded ? 'max-h-96 overflow-y-auto overscroll-contain' : ''}>
          {shown.map(({ stock, ...product }) => (
            <ProductLine key={product.id} {...product}>
              <StockWords stock={stock} />
            </ProductLine>
          ))}
        </ul>
      ) : (
        <Nothing>No active products are low on stock.</Nothing>
      )}
      {isExpanded && rest > 0 && (
        <p className="py-2 text-sm">
          <Link
            to={`${ownProductsHref({ ...query, stock: 'low', page: 1 })}#all-products`}
            preventScrollReset
            className="link"
          >
            {formatCount(rest)} more in the table
          </Link>
        </p>
      )}
    </DashboardPanel>
  )
}

/** The number of products per category, the ten largest. */
export function Categories({
  categories: { top, others },
  query,
  showsBars,
}: {
  categories: Overview['categories']
  query: OwnProductsQuery
  showsBars: boolean
}) {
  const most = top[0]?.products ?? 1
  return (
    <DashboardPanel title="Categories">
      {top.length > 0 ? (
        <ul className="grid gap-1 py-2 text-sm">
          {top.map(({ id, name, products }) => (
            <li
              key={id}
              className={`grid items-center gap-3 ${showsBars ? 'grid-cols-[minmax(0,9rem)_minmax(0,1fr)_auto]' : 'grid-cols-[minmax(0,1fr)_auto]'}`}
            >
              <Link
                to={`${ownProductsHref({ ...query, category: id, page: 1 })}#all-products`}
                preventScrollReset
                className="truncate py-0.5 hover:underline"
              >
                {name}
              </Link>
              {showsBars && (
                <span aria-hidden className="block h-1.5 bg-surface">
                  <span className="block h-full bg-muted" style={{ width: `${(products / most) * 100}%` }} />
                </span>
              )}
              <span className="text-right tabular-nums">
                {formatCount(products)}
                <span className="sr-only"> {products === 1 ? 'product' : 'products'}</span>
              </span>
            </li>
          ))}
          {others.categories > 0 && (
            <li className="pt-1 text-muted">
              {countOf(others.products)} in {formatCount(others.categories)} other{' '}
              {others.categories === 1 ? 'category' : 'categories'}
            </li>
          )}
        </ul>
      ) : (
        <Nothing>
          None of your products has a category yet. Select products in the table, then choose “Category”.
        </Nothing>
      )}
    </DashboardPanel>
  )
}

export function TopSelling({ products, currency }: { products: Overview['topSelling']; currency: string }) {
  return (
    <DashboardPanel title="Top Selling Products">
      {products.length > 0 ? (
        <ol>
          {products.map(({ sales, revenueMinor, ...product }) => (
            <ProductLine key={product.id} {...product}>
              {formatMoney(revenueMinor, currency)}{' '}
              <span className="text-muted">
                {formatCount(sales)} {sales === 1 ? 'sale' : 'sales'}
              </span>
            </ProductLine>
          ))}
        </ol>
      ) : (
        <Nothing>No sales in this period.</Nothing>
      )}
    </DashboardPanel>
  )
}

export function MostViewed({ products }: { products: Overview['mostViewed'] }) {
  return (
    <DashboardPanel title="Most Viewed Products">
      {products.length > 0 ? (
        <ol>
          {products.map(({ views, ...product }) => (
            <ProductLine key={product.id} {...product}>
              {formatCount(views)} <span className="text-muted">{views === 1 ? 'view' : 'views'}</span>
            </ProductLine>
          ))}
        </ol>
      ) : (
        <Nothing>No product views in this period.</Nothing>
      )}
    </DashboardPanel>
  )
}

export function LowPerformers({ products }: { products: Overview['lowPerformers'] }) {
  return (
    <DashboardPanel title="Low Performers">
      {products.length > 0 ? (
        <>
          <ol>
            {products.map(({ views, clicks, ...product }) => (
              <ProductLine key={product.id} {...product}>
                {formatCount(views)} {views === 1 ? 'view' : 'views'}
                <span className="text-muted">
                  , {formatCount(clicks)} {clicks === 1 ? 'click' : 'clicks'}
                </span>
              </ProductLine>
            ))}
          </ol>
          <p className="mt-3 text-xs text-muted">
            Active products with no sales in this period, sorted by views without a click.
          </p>
        </>
      ) : (
        <Nothing>Every active product that was viewed in this period was also sold.</Nothing>
      )}
    </DashboardPanel>
  )
}

const ACTIVITY_WORDS: Record<Overview['activities'][number]['type'], string> = {
  created: 'Created',
  updated: 'Updated',
  synced: 'Synced',
  deleted: 'Deleted',
  restored: 'Restored',
  viewed: 'Viewed',
  sold: 'Sold',
}

export function RecentActivity({ activities, asOf }: { activities: Overview['activities']; asOf: Date }) {
  return (
    <DashboardPanel
      title="Recent Activity"
      aside={
        <Link to={dashboardPaths.activity()} className="link inline-flex min-h-11 items-center text-sm">
          All activity
        </Link>
      }
    >
      {activities.length > 0 ? (
        <ul className="divide-y divide-line/60 text-sm">
          {activities.map(({ id, type, productName, count, actorName, at }) => (
            <li key={`${type} ${id}`} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 py-2">
              <span className="min-w-0">
                <span className="block truncate">{productName}</span>
                <span className="block truncate text-muted">
                  {ACTIVITY_WORDS[type]}
                  {type === 'viewed' && ` ${count === 1 ? 'once' : `${formatCount(count)} times`} today`}
                  {actorName !== null && ` by ${actorName}`}
                </span>
              </span>
              <time dateTime={at.toISOString()} className="text-xs text-muted">
                {formatAge(asOf.getTime() - at.getTime())}
              </time>
            </li>
          ))}
        </ul>
      ) : (
        <Nothing>No activity yet.</Nothing>
      )}
    </DashboardPanel>
  )
}

function ProductLine({
  id,
  name,
  picture,
  children,
}: {
  id: string
  name: string
  picture: PictureData | null
  children: ReactNode
}) {
  return (
    <li className="flex items-center gap-3 border-b border-line/60 py-1.5 text-sm">
      <ProductThumb picture={picture} sizes="32px" className="h-10 w-8 shrink-0" />
      <Link to={dashboardPaths.ownProduct(id)} className="min-w-0 grow truncate py-2 hover:underline">
        {name}
      </Link>
      <span className="shrink-0 tabular-nums">{children}</span>
    </li>
  )
}

function Nothing({ children }: { children: ReactNode }) {
  return <p className="py-4 text-sm text-muted">{children}</p>
}
