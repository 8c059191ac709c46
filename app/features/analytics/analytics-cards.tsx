import type { ReactNode } from 'react'
import { Figure, Figures } from '#app/components/figure.tsx'
import { formatCount, formatMoney, formatShortMoney } from '#app/lib/format.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { formatPercent, describeOthers, yearAgoCount, yearAgoMoney } from '#app/parts/analytics/compared.ts'
import { METRICS } from '#server/analytics/metrics.values.ts'
import { growthPercent } from '#server/platform/period.schema.ts'
import type { AnalyticsPageProps } from './analytics.types.ts'

const growth = ({ now, before }: { now: number; before: number }) => growthPercent(now, before)

interface AnalyticsCardsProps {
  figures: AnalyticsPageProps['figures']
  isDetailed: boolean
  onDetails: () => void
}

export function AnalyticsCards({ figures, isDetailed, onDetails }: AnalyticsCardsProps) {
  const { span, revenue, pendingMinor, paidMinor, sales, views, clicks, clickRate, products } = figures
  const { currency } = revenue
  const inSpan = { state: 'counted', from: span.from.toISOString(), to: span.to.toISOString() }
  return (
    <Figures>
      <Figure
        label="Total Revenue"
        value={formatShortMoney(revenue.now, currency)}
        exact={formatMoney(revenue.now, currency)}
        change={growth(revenue)}
        formula={`${METRICS.revenue.formula} ${METRICS.revenuePending.name}: ${METRICS.revenuePending.formula} ${METRICS.revenuePaid.name}: ${METRICS.revenuePaid.formula}`}
        to={`${dashboardPaths.sales({ ...inSpan, sort: 'amount' })}#transactions`}
      >
        {[
          ...describeOthers(revenue),
          `Pending ${formatMoney(pendingMinor, currency)}`,
          `Paid ${formatMoney(paidMinor, currency)}`,
          yearAgoMoney(revenue),
        ].map((line) => (
          <Line key={line}>{line}</Line>
        ))}
      </Figure>
      <Figure
        label="Total Sales"
        value={formatCount(sales.now)}
        change={growth(sales)}
        formula={`${METRICS.sales.formula} Today, this week and this month use your time zone.`}
        to={`${dashboardPaths.sales(inSpan)}#transactions`}
      >
        <Line>
          Today {formatCount(figures.salesToday)}, week {formatCount(figures.salesThisWeek)}, month{' '}
          {formatCount(figures.salesThisMonth)}
        </Line>
        <Line>{yearAgoCount(sales)}</Line>
      </Figure>
      <Figure
        label="Store Views"
        value={formatCount(views.now)}
        change={growth(views)}
        formula={`${METRICS.views.formula} Conversion rate: ${METRICS.viewToClick.formula}`}
        to={`${dashboardPaths.ownProducts({ sort: 'views' })}#all-products`}
      >
        <Line>Conversion rate {formatPercent(clickRate)}</Line>
        <Line>Product clicks {formatCount(clicks.now)}</Line>
        <Line>{yearAgoCount(views)}</Line>
      </Figure>
      <Figure
        label="Active Products"
        value={formatCount(products.active)}
        formula={`${METRICS.activeProducts.formula} ${METRICS.totalProducts.name}: ${METRICS.totalProducts.formula}`}
        to={`${dashboardPaths.ownProducts({ state: 'active' })}#all-products`}
      >
        <Line>{formatCount(products.total)} in total</Line>
        <button
          type="button"
          aria-expanded={isDetailed}
          aria-controls="product-details"
          onClick={onDetails}
          className="link needs-script min-h-11 md:min-h-6"
        >
          {isDetailed ? 'Hide Details' : 'View Details'}
        </button>
      </Figure>
    </Figures>
  )
}

function Line({ children }: { children: ReactNode }) {
  return <span className="block tabular-nums">{children}</span>
}
