import { Link } from '#app/components/link.tsx'
import Download from 'lucide-react/icons/download'
import Ruler from 'lucide-react/icons/ruler'
import Plus from 'lucide-react/icons/plus'
import { DashboardHead } from '#app/components/dashboard-head.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { AllProducts } from './all-products.tsx'
import { MissingPictures } from './missing-pictures.tsx'
import { ownProductsHref, type OwnProductsPageProps } from './own-products-address.ts'
import { Categories, LowPerformers, LowStock, MostViewed, RecentActivity, TopSelling } from './panels.tsx'
import { ProductFigures } from './product-figures.tsx'

/** The partner's products: figures, suggested actions, and the full list. */
export function OwnProductsPage({ overview, list, missingPictures, query, canChange, display }: OwnProductsPageProps) {
  const { figures, asOf } = overview
  const hasNone = figures.total === 0 && list.counts.deleted === 0 && query.q === ''
  return (
    <>
      <DashboardHead
        title="Product Management"
        asOf={asOf}
        period={{ current: query.period, hrefFor: (period) => ownProductsHref({ ...query, period }) }}
      >
        <div className="flex flex-wrap gap-2">
          <Link to={dashboardPaths.sizeTables()} className="button button-quiet text-sm">
            <Ruler aria-hidden size={16} /> Size tables
          </Link>
          <Link to={dashboardPaths.productExport()} className="button button-quiet text-sm">
            <Download aria-hidden size={16} /> Export
          </Link>
          {canChange && (
            <Link to={dashboardPaths.newProduct()} className="button button-accent text-sm">
              <Plus aria-hidden size={16} /> Add Product
            </Link>
          )}
        </div>
      </DashboardHead>
      <MissingPictures missing={missingPictures} />
      {hasNone ? (
        <NoProducts canChange={canChange} />
      ) : (
        <>
          <ProductFigures overview={overview} query={query} />
          <div className="mt-8 grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-2">
            <LowStock alerts={overview.stockAlerts} figures={figures} query={query} />
            <Categories categories={overview.categories} query={query} showsBars={display.showCharts} />
          </div>
          <AllProducts list={list} query={query} canChange={canChange} display={display} />
          <div className="mt-14 grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-2">
            <TopSelling products={overview.topSelling} currency={figures.currency} />
            <MostViewed products={overview.mostViewed} />
            <LowPerformers products={overview.lowPerformers} />
            <RecentActivity activities={overview.activities} asOf={asOf} />
          </div>
        </>
      )}
    </>
  )
}

function NoProducts({ canChange }: { canChange: boolean }) {
  return (
    <EmptyState
      drawing="empty-store"
      title="No Products Yet"
      {...(canChange && {
        action: (
          <div className="flex flex-wrap justify-center gap-3">
            <Link to={dashboardPaths.newProduct()} className="button button-accent">
              Add Product
            </Link>
            <Link to={dashboardPaths.productImports()} className="button button-quiet">
              Import a file
            </Link>
            <Link to={dashboardPaths.connectStore()} className="button button-quiet">
              Connect your store
            </Link>
          </div>
        ),
      })}
    >
      {canChange
        ? 'Add products one by one, import a file, or connect your store. Only your team can see drafts.'
        : 'Only the store’s owner and editors can add products.'}
    </EmptyState>
  )
}
