import { Link } from '#app/components/link.tsx'
import type { Column } from '#app/components/data-table/data-table.tsx'
import { SortLink } from '#app/components/data-table/sort-link.tsx'
import { Price } from '#app/components/price.tsx'
import { formatCount } from '#app/lib/format.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { ProductThumb } from '#app/parts/own-products/product-thumb.tsx'
import type { OwnSort } from '#server/products/own-products.schema.ts'
import { ownProductsHref } from './own-products-address.ts'
import { StatusCell, StockCell } from './inline-cells.tsx'
import { skuOf, type OwnProduct } from './product-words.ts'
import type { TableContext } from './table-context.ts'
import type { Selection } from './use-selection.ts'

// The format is short, so that the table fits beside the sidebar. It uses UTC, so that server and browser agree.
const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** Returns the columns of the products table. On phones a row is a small block: the name, then the status. */
export function productColumns({
  products,
  query,
  selection,
  canChange,
  changeOne,
}: TableContext): Array<Column<OwnProduct>> {
  const sorted = (name: string, up: OwnSort, down = up) => {
    const sort =
      query.sort === up && !isDownFirst(up)
        ? ('ascending' as const)
        : query.sort === down || query.sort === up
          ? ('descending' as const)
          : undefined
    const href = ownProductsHref({ ...query, sort: query.sort === up ? down : up, page: 1 })
    return { name, head: <SortLink name={name} href={href} sort={sort} />, sort }
  }
  const all: Array<Column<OwnProduct> | false> = [
    canChange && {
      name: 'Choose',
      head: (
        <input
          type="checkbox"
          aria-label="Select all on this page"
          checked={selection.ids.size === products.length}
          onChange={selection.togglePage}
          className="needs-script size-4"
        />
      ),
      className: 'order-9 hidden w-9 lg:align-middle!',
      cell: (product) => <RowBox product={product} selection={selection} />,
    },
    {
      ...sorted('Name', 'name'),
      className: 'order-1 min-w-0 lg:w-full lg:max-w-0 lg:align-middle!',
      cell: (product) => (
        <span className="flex items-center gap-3">
          {canChange && (
            <span className="lg:hidden">
              <RowBox product={product} selection={selection} />
            </span>
          )}
          <ProductThumb picture={product.picture} sizes="32px" className="h-10 w-8 shrink-0" />
          <span className="min-w-0">
            <Link to={dashboardPaths.ownProduct(product.id)} className="block truncate font-medium hover:underline">
              {product.name}
            </Link>
            <span className="block truncate text-xs text-muted tabular-nums">{skuOf(product)}</span>
          </span>
        </span>
      ),
    },
    {
      name: 'Status',
      isHidable: true,
      className: 'order-2 text-right lg:text-left lg:align-middle!',
      cell: (product) => <StatusCell product={product} canChange={canChange} changeOne={changeOne} />,
    },
    {
      ...sorted('Price', 'price', 'price-down'),
      isHidable: true,
      className: 'order-3 lg:min-w-28 lg:align-middle!',
      cell: (product) => <Price {...product} />,
    },
    {
      ...sorted('Stock', 'stock', 'stock-down'),
      isHidable: true,
      className: 'order-4 whitespace-nowrap text-right lg:text-left lg:align-middle!',
      cell: (product) => <StockCell product={product} canChange={canChange} changeOne={changeOne} />,
    },
    {
      name: 'Category',
      isHidable: true,
      isWideOnly: true,
      className: 'order-5 min-w-0 truncate text-muted max-lg:empty:hidden lg:max-w-36 lg:align-middle!',
      cell: ({ category }) => category,
    },
    {
      ...sorted('Updated', 'updated'),
      isHidable: true,
      className: 'order-6 whitespace-nowrap text-muted tabular-nums max-lg:text-right lg:align-middle!',
      cell: ({ updatedAt }) => <time dateTime={updatedAt.toISOString()}>{dayFormat.format(updatedAt)}</time>,
    },
    {
      ...sorted('Views', 'views'),
      isHidable: true,
      isWideOnly: true,
      isAtEnd: true,
      isLeftOutOnPhones: true,
      className: 'order-7 text-right text-muted tabular-nums lg:align-middle!',
      cell: ({ views }) => formatCount(views),
    },
  ]
  return all.filter((column) => column !== false)
}

export function RowBox({ product: { id, name }, selection }: { product: OwnProduct; selection: Selection }) {
  return (
    <input
      type="checkbox"
      data-row
      aria-label={`Select ${name}`}
      checked={selection.ids.has(id)}
      onChange={() => undefined}
      onClick={(event) => selection.toggle(id, event)}
      className="needs-script size-4"
    />
  )
}

/** Whether the first press sorts descending. */
const isDownFirst = (sort: OwnSort) => sort === 'updated' || sort === 'views' || sort === 'created'
