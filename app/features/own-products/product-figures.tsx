import { Figure, Figures } from '#app/components/figure.tsx'
import { formatCount, formatMoney, formatShortMoney } from '#app/lib/format.ts'
import { LOW_STOCK, type OwnProductsQuery } from '#server/products/own-products.schema.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import type { Period } from '#server/platform/period.schema.ts'
import { ownProductsHref, type OwnProductsPageProps } from './own-products-address.ts'

const SINCE: Record<Period, string> = { day: '24 hours', week: '7 days', month: 'a month', year: 'a year' }

export function ProductFigures({ overview, query }: Pick<OwnProductsPageProps, 'overview' | 'query'>) {
  const { figures, mostViewed } = overview
  const { total, growth, active, inventoryMinor, averageMinor, low, out, sold, currency } = figures
  const inventory = BigInt(inventoryMinor)
  const href = (changes: Partial<OwnProductsQuery>) =>
    `${ownProductsHref({ ...query, q: '', state: 'all', category: undefined, stock: undefined, page: 1, ...changes })}#all-products`
  return (
    <Figures>
      <Figure
        label="Total Products"
        value={formatCount(total)}
        change={growth}
        formula={`All products except deleted ones. Compared with ${SINCE[query.period]} ago.`}
        to={href({})}
      >
        {formatCount(active)} active
      </Figure>
      <Figure
        label="Inventory Value"
        value={formatShortMoney(inventory, currency)}
        exact={formatMoney(inventory, currency)}
        formula="Price times stock, for all variants with a known stock."
        to={href({ sort: 'stock-down' })}
      >
        Average price {averageMinor === null ? '-' : formatMoney(averageMinor, currency)}
      </Figure>
      <Figure
        label="Low Stock"
        value={formatCount(low)}
        formula={`Active products with 1 to ${LOW_STOCK} items left in total. Products that are out of stock or have unknown stock are not included.`}
        to={href({ stock: 'low' })}
      >
        {formatCount(out)} out of stock
      </Figure>
      <Figure
        label="Top Sellers"
        value={formatCount(sold)}
        formula="Products with sales in this period, as reported by your store. “Most viewed” counts the products in the Most Viewed Products list, up to five."
        to={dashboardPaths.sales()}
      >
        {formatCount(mostViewed.length)} most viewed
      </Figure>
    </Figures>
  )
}
