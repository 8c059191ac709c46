import { Link } from '#app/components/link.tsx'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { DashboardHead } from '#app/components/dashboard-head.tsx'
import { DashboardPanel } from '#app/components/dashboard-panel.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { formatCount } from '#app/lib/format.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { toast } from '#app/lib/toast.ts'
import { TopProductsPanel } from '#app/parts/own-products/top-products-panel.tsx'
import { usePageLoading } from '#app/parts/analytics/use-page-loading.ts'
import { useAutoRefresh } from '#app/parts/dashboard/use-auto-refresh.ts'
import type { AnalyticsPageProps } from './analytics.types.ts'
import { AnalyticsCards } from './analytics-cards.tsx'
import { PerformanceChart } from './performance-chart.tsx'
import { TierBanner } from './tier-banner.tsx'

/** The store's results with us: its tier, figures, recent days and top products. */
export function AnalyticsPage({ figures, period, problem, display }: AnalyticsPageProps) {
  useAutoRefresh(display)
  const isLoading = usePageLoading(dashboardPaths.analytics())
  const [isDetailed, setDetailed] = useState(false)
  const { tier, products, views, clicks, hasAny, top } = figures
  const hasNothing = !hasAny && [views, clicks].every((sums) => !sums.now && !sums.before && !sums.yearAgo)
  return (
    <>
      <DashboardHead
        title="Analytics"
        asOf={figures.asOf}
        timeZone={figures.span.timeZone}
        period={{
          current: period,
          problem,
          hrefFor: (to) => dashboardPaths.analytics({ period: to === 'month' ? undefined : to }),
        }}
      >
        <Link
          to={dashboardPaths.demand({ period: period === 'month' ? undefined : period })}
          className="button button-quiet text-sm"
        >
          Demand
        </Link>
        {!hasNothing && (
          <a
            href={dashboardPaths.analyticsFile({ period })}
            download
            onClick={() =>
              toast.set({ tone: 'plain', title: 'Export Started', text: 'Your analytics report is being generated...' })
            }
            className="button button-quiet text-sm"
          >
            <Download aria-hidden size={16} /> Export
          </a>
        )}
      </DashboardHead>
      {tier && <TierBanner tier={tier} />}
      {hasNothing ? (
        <NothingYet />
      ) : (
        <div aria-busy={isLoading || undefined} className={`transition-opacity ${isLoading ? 'opacity-50' : ''}`}>
          <AnalyticsCards figures={figures} isDetailed={isDetailed} onDetails={() => setDetailed(!isDetailed)} />
          {isDetailed && <ProductDetails products={products} />}
          <div className="mt-8 grid grid-cols-1 gap-x-12 gap-y-10 lg:grid-cols-6">
            <PerformanceChart figures={figures} period={period} display={display} className="lg:col-span-4" />
            <TopProductsPanel title="Top performing products" products={top} showsTraffic className="lg:col-span-2" />
          </div>
        </div>
      )}
      <PartnerResources />
    </>
  )
}

/** The details of the 'Active Products' figure. */
function ProductDetails({ products: { active, total } }: Pick<AnalyticsPageProps['figures'], 'products'>) {
  const lines = [
    { name: 'Active', text: formatCount(active), to: dashboardPaths.ownProducts({ state: 'active' }) },
    { name: 'Draft or archived', text: formatCount(total - active), to: dashboardPaths.ownProducts() },
    { name: 'Low stock', text: 'View', to: dashboardPaths.ownProducts({ stock: 'low' }) },
    { name: 'Most viewed', text: 'View', to: dashboardPaths.ownProducts({ sort: 'views' }) },
  ]
  return (
    <ul
      id="product-details"
      className="grid animate-appear grid-cols-2 gap-x-6 border-b border-line text-sm lg:grid-cols-4"
    >
      {lines.map(({ name, text, to }) => (
        <li key={name}>
          <Link to={`${to}#all-products`} className="flex min-h-11 items-center justify-between gap-3 hover:underline">
            <span className="text-muted">{name}</span> <span className="tabular-nums">{text}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

const RESOURCES = [
  { to: dashboardPaths.connectStore(), name: 'Connect Store', text: 'Sync products, stock and orders.' },
  { to: dashboardPaths.promotions(), name: 'WTF Promotions', text: 'Your video or images on the home page.' },
  { to: dashboardPaths.storefront(), name: 'Store Customization', text: 'Your brand page for shoppers.' },
  { to: dashboardPaths.help(), name: 'Help', text: 'How metrics, commission and invoices work.' },
] as const

/** Links to help partners improve their figures. */
function PartnerResources() {
  return (
    <DashboardPanel title="Partner resources" className="mt-14">
      <ul className="grid gap-x-12 text-sm sm:grid-cols-2">
        {RESOURCES.map(({ to, name, text }) => (
          <li key={to} className="border-b border-line/60">
            <Link to={to} prefetch="intent" className="group flex items-center justify-between gap-4 py-3">
              <span>
                <span className="font-medium group-hover:underline">{name}</span>
                <span className="block text-muted">{text}</span>
              </span>
              <ArrowRight aria-hidden size={16} className="shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </DashboardPanel>
  )
}

function NothingYet() {
  return (
    <EmptyState
      drawing="empty-store"
      title="Start Selling to See Analytics"
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <Link to={dashboardPaths.ownProducts()} className="button button-accent">
            View your products
          </Link>
          <Link to={dashboardPaths.connectStore()} className="button button-quiet">
            Connect Store
          </Link>
        </div>
      }
    >
      Your figures appear after your first product view or the first sale that your store reports.
    </EmptyState>
  )
}
