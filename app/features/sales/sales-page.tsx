import { Link } from '#app/components/link.tsx'
import { DashboardHead } from '#app/components/dashboard-head.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { TopProductsPanel } from '#app/parts/own-products/top-products-panel.tsx'
import { PlanTerms } from '#app/parts/partners/plan-terms.tsx'
import type { Plan } from '#app/parts/partners/plan-tiers.tsx'
import { usePageLoading } from '#app/parts/analytics/use-page-loading.ts'
import { useAutoRefresh } from '#app/parts/dashboard/use-auto-refresh.ts'
import { ExportLink } from './export-link.tsx'
import { HeldOrders } from './held-orders.tsx'
import { RecentTransactions } from './recent-transactions.tsx'
import { SalesFigures } from './sales-figures.tsx'
import { PaymentSummary, PeriodChart, SixMonths } from './sales-panels.tsx'
import { periodFileHref, salesHref, type SalesPageProps } from './sales-address.ts'

/** The partner's sales: figures, charts, commission, and the full list. */
export function SalesPage(props: SalesPageProps) {
  const { figures, sales, query, problem, display, held, isOwner, plan, hasAcceptedPlan } = props
  useAutoRefresh(display)
  const isLoading = usePageLoading(dashboardPaths.sales())
  const isFiltered = Boolean(query.status ?? query.q ?? query.from ?? query.to)
  const hasNone = !figures.hasAny && sales.counts.all === 0 && !isFiltered
  return (
    <>
      <DashboardHead
        title="Sales"
        asOf={figures.asOf}
        timeZone={figures.span.timeZone}
        period={{ current: query.period, problem, hrefFor: (period) => salesHref(query, { period }) }}
      >
        {!hasNone && <ExportLink href={periodFileHref(figures.span)}>Export</ExportLink>}
      </DashboardHead>
      <HeldOrders held={held} isOwner={isOwner} />
      {hasNone ? (
        <NoSales />
      ) : (
        <>
          <div aria-busy={isLoading || undefined} className={`transition-opacity ${isLoading ? 'opacity-50' : ''}`}>
            <SalesFigures figures={figures} query={query} />
            <div className="mt-8 grid grid-cols-1 gap-x-12 gap-y-10 lg:grid-cols-6">
              <PeriodChart {...props} className="lg:col-span-4" />
              <PaymentSummary figures={figures} className="lg:col-span-2" />
              <SixMonths {...props} className="lg:col-span-3" />
              <TopProductsPanel title="Top products" products={figures.top} className="lg:col-span-3" />
            </div>
          </div>
          <RecentTransactions {...props} />
        </>
      )}
      <SalesTerms plan={plan} hasAccepted={hasAcceptedPlan} />
    </>
  )
}

/** Explains which sales owe commission, and when. */
function SalesTerms({ plan, hasAccepted }: { plan: Plan; hasAccepted: boolean }) {
  return (
    <section aria-labelledby="terms" className="mt-12 max-w-[72ch]">
      <h2 id="terms" className="text-2xl leading-tight">
        Your terms
      </h2>
      <p className="mt-2 text-sm text-muted">
        {hasAccepted ? 'Your plan is' : 'You have not accepted a plan yet. New partners get'} {plan.name}, version{' '}
        {plan.version}.{' '}
        <Link to={dashboardPaths.storeSettings('billing')} className="link">
          Billing & Plans
        </Link>
      </p>
      <PlanTerms plan={plan} showsBars={false} />
    </section>
  )
}

function NoSales() {
  return (
    <EmptyState
      drawing="no-results"
      title="No Sales Yet"
      action={
        <Link to={dashboardPaths.connectStore()} className="button button-accent">
          Connect Store
        </Link>
      }
    >
      Orders appear here within minutes after your store reports them.
    </EmptyState>
  )
}
