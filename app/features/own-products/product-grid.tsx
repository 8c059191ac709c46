import { Link } from '#app/components/link.tsx'
import { Price } from '#app/components/price.tsx'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { ProductThumb } from '#app/parts/own-products/product-thumb.tsx'
import { StatusCell, StockCell } from './inline-cells.tsx'
import { RowBox } from './product-columns.tsx'
import type { TableContext } from './table-context.ts'
import { skuOf } from './product-words.ts'

export function ProductGrid({ products, selection, canChange, changeOne }: TableContext) {
  return (
    <ul className="product-grid mt-5 border-t border-line pt-5">
      {products.map((product) => (
        <li key={product.id} className="min-w-0 text-sm">
          <div className="relative">
            <ProductThumb
              picture={product.picture}
              sizes="(min-width: 64rem) 18vw, 45vw"
              className="aspect-4/5 w-full"
            />
            {canChange && (
              <span className="absolute top-2 left-2 grid size-8 place-items-center rounded-md bg-ink/70">
                <RowBox product={product} selection={selection} />
              </span>
            )}
          </div>
          <Link to={dashboardPaths.ownProduct(product.id)} className="mt-2 block truncate font-medium hover:underline">
            {product.name}
          </Link>
          <span className="block truncate text-xs text-muted">{skuOf(product)}</span>
          <Price {...product} className="mt-1" />
          <span className="flex flex-wrap items-center justify-between gap-x-2">
            <StatusCell product={product} canChange={canChange} changeOne={changeOne} />
            <StockCell product={product} canChange={canChange} changeOne={changeOne} />
          </span>
        </li>
      ))}
    </ul>
  )
}
