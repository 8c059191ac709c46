import { Link } from '#app/components/link.tsx'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { AcceptPlanForm } from './accept-plan-form.tsx'
import type { OwnPartner } from './own-partner.ts'
import { isWaiting } from './connected-store.tsx'
import { HomeFigures } from './home-figures.tsx'
import { HomeSteps } from './home-steps.tsx'
import { PartnerStatusPanel } from './partner-status.tsx'
import { DashboardHead } from '#app/components/dashboard-head.tsx'
import { Figure, Figures } from '#app/components/figure.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatCount, formatDate } from '#app/lib/format.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { ProductThumb } from '#app/parts/own-products/product-thumb.tsx'
import { StockWords } from '#app/parts/own-products/stock-words.tsx'
import { useAutoRefresh } from '#app/parts/dashboard/use-auto-refresh.ts'
import { isRefused } from '#server/partners/partner-status.schema.ts'
import type { PeriodChoice, PeriodProblem } from '#server/platform/period.schema.ts'
import { LOW_STOCK } from '#server/products/own-products.schema.ts'

interface HomePageProps {
  partner: OwnPartner
  /** Null for rejected and suspended partners. */
  figures: RouterOutputs['analytics']['home'] | null
  period: PeriodChoice
  /** The error in the URL's dates. */
  problem: PeriodProblem | null
  /** Null without products, and for rejected and suspended partners. */
  overview: RouterOutputs['products']['overview'] | null
  /** Unanswered messages from shoppers. */
  waiting: RouterOutputs['feedback']['waiting'] | null
  store: RouterOutputs['connections']['mine']
}

/** The store's sales and what to do next, then its stock and plan. */
export function DashboardHomePage({ partner, figures, period, problem, overview, waiting, store }: HomePageProps) {
  const { businessName, verificationStatus, websiteUrl, products, agreement, plan, role } = partner
  useAutoRefresh(partner.display)
  const isActive = !isRefused(verificationStatus)
  const hasAll =
    verificationStatus === 'approved' && websiteUrl !== null && products > 0 && figures?.reportsOrders === true
  return (
    <>
      <p className="eyebrow mb-2">Partner dashboard</p>
      {figures ? (
        <>
          <DashboardHead
            title={businessName}
            asOf={figures.asOf}
            timeZone={figures.span.timeZone}
            period={{
              current: period,
              problem,
              hrefFor: (to) => dashboardPaths.home({ period: to === 'month' ? undefined : to }),
            }}
          />
          <HomeFigures figures={figures} period={period} />
        </>
      ) : (
        <h1 className="mb-7 text-(length:--text-section) leading-none [overflow-wrap:anywhere]">{businessName}</h1>
      )}
      <div className={figures ? '-mt-px' : ''}>
        <PartnerStatusPanel partner={partner} />
      </div>
      <div className="mt-10 grid gap-x-[6vw] gap-y-10 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-1 content-start gap-10">
          {role === 'owner' && partner.country === null && (
            <p className="notice text-sm">
              Add your country and check your currency: your prices are in {partner.currency}.{' '}
              <Link to={dashboardPaths.storeSettings()} className="link">
                Open your profile
              </Link>
            </p>
          )}
          {store?.sync && isWaiting(store) && (
            <p className="notice text-sm">
              Your store’s product import needs your review.{' '}
              <Link to={dashboardPaths.productImport(store.sync.id)} className="link">
                Review import
              </Link>
            </p>
          )}
          {!hasAll && <HomeSteps partner={partner} reportsOrders={figures?.reportsOrders ?? null} />}
          {waiting && waiting.reviews + waiting.urgent > 0 && <ToAnswer waiting={waiting} />}
          {overview && <ToRestock alerts={overview.stockAlerts} />}
        </div>
        <section aria-labelledby="plan">
          <h2 id="plan" className="mb-3 text-2xl leading-tight">
            Your plan
          </h2>
          {partner.offer && (
            <p className="notice mb-4 text-sm">
              We have offered you {partner.offer.plan.name}, version {partner.offer.plan.version}.{' '}
              <Link to={dashboardPaths.storeSettings('billing')} className="link">
                {role === 'owner' ? 'Review the offer' : 'View the offer'}
              </Link>
            </p>
          )}
          {agreement ? (
            <p className="text-sm text-muted">
              {agreement.plan.name}, version {agreement.plan.version}, accepted on {formatDate(agreement.acceptedAt)}{' '}
              under the terms dated {formatDate(new Date(agreement.termsVersion))}.
            </p>
          ) : (
            <>
              <p className="text-sm text-muted">
                You have not accepted a plan yet. The plan for new partners is {plan.name}, version {plan.version}. You
                only pay for the sales that we refer.
              </p>
              {isActive && role === 'owner' && <AcceptPlanForm plan={plan} />}
            </>
          )}
        </section>
      </div>
      {overview && (
        <section aria-labelledby="stock" className="mt-12">
          <h2 id="stock" className="text-2xl leading-tight">
            Products and stock
          </h2>
          <ProductFigures figures={overview.figures} />
        </section>
      )}
    </>
  )
}

/** Unanswered reviews and feedback. */
function ToAnswer({ waiting: { reviews, urgent } }: { waiting: NonNullable<HomePageProps['waiting']> }) {
  const lines = [
    {
      count: urgent,
      text: urgent === 1 ? 'urgent message' : 'urgent messages',
      to: { tab: 'feedback', status: 'urgent' },
    },
    {
      count: reviews,
      text: reviews === 1 ? 'review without a response' : 'reviews without a response',
      to: { answer: 'waiting' },
    },
  ].filter(({ count }) => count > 0)
  return (
    <section aria-labelledby="answer">
      <h2 id="answer" className="mb-3 text-2xl leading-tight">
        Awaiting reply
      </h2>
      <ul className="divide-y divide-line/60 border-y border-line text-sm">
        {lines.map(({ count, text, to }) => (
          <li key={text}>
            <Link
              to={`${dashboardPaths.customerFeedback(to)}#all-feedback`}
              className="flex min-h-11 items-center justify-between gap-3 hover:underline"
            >
              <span>
                {formatCount(count)} {text}
              </span>
              <ArrowRight aria-hidden size={16} className="shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const ALERTS_SHOWN = 5

/** Products that are low or out of stock, each with a link to its page. */
function ToRestock({ alerts }: { alerts: NonNullable<HomePageProps['overview']>['stockAlerts'] }) {
  return (
    <section aria-labelledby="restock">
      <h2 id="restock" className="mb-3 text-2xl leading-tight">
        Restock
      </h2>
      {alerts.length > 0 ? (
        <ul className="divide-y divide-line/60 border-y border-line text-sm">
          {alerts.slice(0, ALERTS_SHOWN).map(({ id, name, picture, stock }) => (
            <li key={id} className="flex items-center gap-3 py-1.5">
              <ProductThumb picture={picture} sizes="32px" className="h-10 w-8 shrink-0" />
              <Link to={dashboardPaths.ownProduct(id)} className="min-w-0 grow truncate py-2 hover:underline">
                {name}
              </Link>
              <StockWords stock={stock} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="border-y border-line py-4 text-sm text-muted">No active products are low on stock.</p>
      )}
      <p className="mt-3 text-sm">
        <Link to={dashboardPaths.ownProducts()} className="link inline-flex min-h-11 items-center">
          All products
        </Link>
      </p>
    </section>
  )
}

/** The numbers of products. Each links to its products. */
function ProductFigures({
  figures: { total, active, low, out, viewed },
}: Pick<RouterOutputs['products']['overview'], 'figures'>) {
  return (
    <Figures>
      <Figure
        label="Products"
        value={formatCount(total)}
        formula="All products that are not deleted."
        to={`${dashboardPaths.ownProducts()}#all-products`}
      >
        {formatCount(active)} active
      </Figure>
      <Figure
        label="Viewed"
        value={formatCount(viewed)}
        formula="Products viewed in the last 30 days. Your team and bots are not counted."
        to={dashboardPaths.ownProducts({ sort: 'views' })}
      >
        in the last 30 days
      </Figure>
      <Figure
        label="Low stock"
        value={formatCount(low)}
        formula={`Active products with 1 to ${LOW_STOCK} items in total.`}
        to={`${dashboardPaths.ownProducts({ stock: 'low' })}#all-products`}
      >
        {low > 0 ? 'selling out soon' : 'nothing to do'}
      </Figure>
      <Figure
        label="Out of stock"
        value={formatCount(out)}
        formula="Active products with no stock. Products with unknown stock are excluded."
        to={`${dashboardPaths.ownProducts({ stock: 'out' })}#all-products`}
      >
        {out > 0 ? 'not available to buy' : 'nothing to do'}
      </Figure>
    </Figures>
  )
}
