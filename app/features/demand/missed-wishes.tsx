import { Link } from '#app/components/link.tsx'
import Heart from 'lucide-react/icons/heart'
import { DashboardPanel } from '#app/components/dashboard-panel.tsx'
import { formatCount, plural } from '#app/lib/format.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { ProductThumb } from '#app/parts/own-products/product-thumb.tsx'
import type { MissedWishes as Wishes } from './demand.ts'

/** Products on wishlists that cannot be bought, because the product or the size is gone. */
export function MissedWishes({ wishes: { rows, products, wishes } }: { wishes: Wishes }) {
  return (
    <DashboardPanel
      title="Out of stock on wishlists"
      className="mt-12"
      aside={
        <Link
          to={dashboardPaths.ownProducts({ stock: 'out' })}
          className="link inline-flex min-h-11 items-center text-sm"
        >
          All out-of-stock products
        </Link>
      }
    >
      {rows.length > 0 ? (
        <>
          <p className="mt-3 text-sm text-muted">
            {formatCount(products)} out-of-stock {products === 1 ? 'product has' : 'products have'} been saved to
            wishlists {wishes === 1 ? 'once' : `${formatCount(wishes)} times`}. We let these shoppers know when an item
            is back in stock.
          </p>
          <ul className="mt-4 grid grid-cols-2 gap-x-4 gap-y-6 sm:grid-cols-3 md:grid-cols-4 xl:grid-cols-6">
            {rows.map((row) => (
              <Wish key={row.id} row={row} />
            ))}
          </ul>
          {products > rows.length && (
            <p className="mt-4 text-sm text-muted">And {plural(products - rows.length, 'more product')}.</p>
          )}
        </>
      ) : (
        <p className="mt-4 border-l-2 border-line pl-4 text-sm">
          All your products on shoppers’ wishlists are in stock.{' '}
          <Link to={dashboardPaths.ownProducts({ stock: 'low' })} className="link">
            See low stock
          </Link>
        </p>
      )}
    </DashboardPanel>
  )
}

function Wish({ row: { id, name, picture, wishes, sizes } }: { row: Wishes['rows'][number] }) {
  return (
    <li className="relative min-w-0">
      <ProductThumb picture={picture} sizes="(min-width: 80rem) 12rem, 40vw" className="aspect-4/5 w-full" />
      <p className="mt-2 flex items-baseline justify-between gap-2 text-sm">
        <Link
          to={dashboardPaths.ownProduct(id)}
          prefetch="none"
          className="line-clamp-2 min-w-0 font-medium after:absolute after:inset-0 hover:underline"
        >
          {name}
        </Link>
        <span className="flex shrink-0 items-center gap-1 tabular-nums">
          <Heart aria-hidden size={14} className="fill-sale text-sale" />
          {formatCount(wishes)}
          <span className="sr-only">{wishes === 1 ? 'wishlist' : 'wishlists'}</span>
        </span>
      </p>
      <ul className="mt-1.5 flex flex-wrap gap-1 text-xs" aria-label="Sizes out of stock">
        {sizes.map(({ size, wishes: count }) => (
          <li key={size ?? ''} className="rounded-full border border-dashed border-line px-2 py-0.5 text-muted">
            <span className="text-text">{size ?? 'Any size'}</span>
            <span className="tabular-nums"> &times; {formatCount(count)}</span>
          </li>
        ))}
      </ul>
    </li>
  )
}
