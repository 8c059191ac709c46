import { useNavigation, useRevalidator } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import Download from 'lucide-react/icons/download'
import { useRef, useState } from 'react'
import { ColumnsMenu } from '#app/components/data-table/columns-menu.tsx'
import { DataTable } from '#app/components/data-table/data-table.tsx'
import { StateTabs } from '#app/components/data-table/state-tabs.tsx'
import { TableFilter, TableSearch } from '#app/components/data-table/table-search.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Pagination } from '#app/components/pagination.tsx'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { toast } from '#app/lib/toast.ts'
import { useAutoRefresh } from '#app/parts/dashboard/use-auto-refresh.ts'
import { useHiddenColumns } from '#app/parts/dashboard/use-hidden-columns.ts'
import { OWN_STATES, type OwnProductsQuery, type ProductsChange } from '#server/products/own-products.schema.ts'
import { BulkBar } from './bulk-bar.tsx'
import { changeChosen, type Chosen } from '#app/parts/own-products/change-products.ts'
import { ownProductsHref, type OwnProductsPageProps } from './own-products-address.ts'
import { productColumns } from './product-columns.tsx'
import { ProductGrid } from './product-grid.tsx'
import { STATE_NAMES, STOCK_NAMES } from './product-words.ts'
import { useSelection } from './use-selection.ts'

/** All of the partner's products, searched, filtered and sorted by the URL, with forms to change them. */
export function AllProducts({
  list,
  query,
  canChange,
  display,
}: Pick<OwnProductsPageProps, 'list' | 'query' | 'canChange' | 'display'>) {
  const { products, counts, categories, found, page, totalPages } = list
  const selection = useSelection(
    products.map(({ id }) => id),
    ownProductsHref({ ...query, page }),
  )
  const { revalidate } = useRevalidator()
  const navigation = useNavigation()
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  const isStopped = useRef(false)
  useAutoRefresh(display, selection.ids.size > 0 || progress !== null)
  const isLoading = navigation.state === 'loading' && navigation.location.pathname === dashboardPaths.ownProducts()
  const hrefFor = (number: number) => `${ownProductsHref({ ...query, page: number })}#all-products`
  const chosen: Chosen = selection.isWhole ? { filter: query, count: found } : { ids: [...selection.ids] }
  const change = async (what: Chosen, asked: ProductsChange) => {
    isStopped.current = false
    await changeChosen(what, asked, {
      tell: setProgress,
      isStopped: () => isStopped.current,
      reload: revalidate,
    })
    setProgress(null)
  }
  const changeOne = (id: string, asked: ProductsChange) => change({ ids: [id] }, asked)
  const isFiltered = query.q !== '' || query.category !== undefined || query.stock !== undefined
  const table = { products, query, selection, canChange, changeOne }
  const { isHidden, toggle } = useHiddenColumns('products', display.hiddenColumns)
  const columns = productColumns(table)
  return (
    <section aria-labelledby="all-products" className="mt-12">
      <h2 id="all-products" className="scroll-mt-4 font-sans text-base font-semibold">
        All products
      </h2>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <StateTabs
          label="Status"
          className="-ml-2 sm:-ml-2.5"
          tabs={OWN_STATES.map((state) => ({
            name: STATE_NAMES[state],
            count: counts[state],
            href: `${ownProductsHref({ ...query, state, page: 1 })}#all-products`,
            isCurrent: query.state === state,
          }))}
        />
        <div className="flex items-center gap-4">
          <a
            href={fileHref(query)}
            download
            onClick={() =>
              toast.set({ tone: 'plain', title: 'Export Started', text: 'Your products report is being generated...' })
            }
            className="link inline-flex min-h-11 items-center gap-1.5 text-sm"
          >
            <Download aria-hidden size={14} /> CSV
          </a>
          {query.view === 'list' && <ColumnsMenu columns={columns} isHidden={isHidden} onToggle={toggle} />}
          <ViewSwitch query={query} />
        </div>
      </div>
      <div className="mt-2">
        <TableSearch
          action={dashboardPaths.ownProducts()}
          label="Products"
          kept={{
            state: query.state === 'all' ? undefined : query.state,
            sort: query.sort,
            period: query.period,
            view: query.view,
          }}
          field={{ name: 'q', label: 'Name, SKU or GTIN', value: query.q }}
          width="sm:w-72"
        >
          <TableFilter
            name="category"
            label="Category"
            names={{ ...Object.fromEntries(categories.map(({ id, name }) => [id, name])), none: 'No category' }}
            chosen={query.category}
          />
          <TableFilter name="stock" label="Stock" names={STOCK_NAMES} chosen={query.stock} />
        </TableSearch>
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrow keys move between the rows' checkboxes */}
      <div
        onKeyDown={selection.onKeyDown}
        aria-busy={isLoading || undefined}
        className={`transition-opacity ${isLoading ? 'opacity-50' : ''}`}
      >
        {query.view === 'grid' && products.length > 0 ? (
          <>
            <ProductGrid {...table} />
            <Pagination page={page} totalPages={totalPages} hrefFor={hrefFor} />
          </>
        ) : (
          <DataTable
            rows={products}
            columns={columns.filter(({ name }) => !isHidden(name))}
            paging={{ page, totalPages, hrefFor }}
            empty={<NoneFound query={query} isFiltered={isFiltered} />}
          />
        )}
      </div>
      {canChange && (
        <BulkBar
          selection={selection}
          pageSize={products.length}
          found={found}
          isDeleted={query.state === 'deleted'}
          chosen={chosen}
          progress={progress}
          onStop={() => (isStopped.current = true)}
          onChange={(asked) => change(chosen, asked).then(selection.clear)}
        />
      )}
    </section>
  )
}

const fileHref = ({ q, state, category, stock, sort, period }: OwnProductsQuery) =>
  dashboardPaths.ownProductsFile({ q, state, category, stock, sort, period })

function ViewSwitch({ query }: { query: OwnProductsQuery }) {
  return (
    <div role="group" aria-label="Layout" className="flex text-sm">
      {(['list', 'grid'] as const).map((view) => (
        <Link
          key={view}
          to={ownProductsHref({ ...query, view })}
          preventScrollReset
          aria-current={query.view === view ? 'true' : undefined}
          className="inline-flex min-h-11 items-center px-2 text-muted aria-[current]:text-text aria-[current]:underline aria-[current]:underline-offset-8"
        >
          {view === 'list' ? 'List' : 'Grid'}
        </Link>
      ))}
    </div>
  )
}

function NoneFound({ query, isFiltered }: { query: OwnProductsQuery; isFiltered: boolean }) {
  const all = ownProductsHref({ ...query, q: '', category: undefined, stock: undefined, state: 'all', page: 1 })
  return (
    <EmptyState
      drawing="no-results"
      headingLevel="h3"
      title="No products found"
      action={
        <Link to={`${all}#all-products`} preventScrollReset className="button button-quiet">
          Show all products
        </Link>
      }
    >
      {isFiltered
        ? 'No products match your search and filters.'
        : query.state === 'deleted'
          ? 'Deleted products stay here for 30 days, and you can restore them.'
          : 'You have no products with this status.'}
    </EmptyState>
  )
}
