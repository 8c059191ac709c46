import { Figure, Figures } from '#app/components/figure.tsx'
import { formatCount, formatMoney, formatShortMoney } from '#app/lib/format.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatPercent } from '#app/parts/analytics/compared.ts'
import { MARKET_METRICS } from '#server/market/market.values.ts'
import { growthPercent } from '#server/platform/period.schema.ts'
import type { MarketPageProps } from './market.types.ts'

/** The totals of the period. */
export function MarketCards({ figures }: Pick<MarketPageProps, 'figures'>) {
  const { views, clicks, sales, viewToClick, clickToSale, commission } = figures
  const [main, ...others] = commission
  const growth = ({ now, before }: { now: number; before: number }) => growthPercent(now, before)
  return (
    <Figures>
      <Figure
        label="Views"
        value={formatCount(views.now)}
        change={growth(views)}
        formula={MARKET_METRICS.views.formula}
      />
      <Figure
        label="Clicks"
        value={formatCount(clicks.now)}
        change={growth(clicks)}
        formula={`${MARKET_METRICS.clicks.formula} ${MARKET_METRICS.viewToClick.name}: ${MARKET_METRICS.viewToClick.formula}`}
      >
        {formatPercent(viewToClick)} of views
      </Figure>
      <Figure
        label="Sales"
        value={formatCount(sales.now)}
        change={growth(sales)}
        formula={`${MARKET_METRICS.sales.formula} ${MARKET_METRICS.clickToSale.name}: ${MARKET_METRICS.clickToSale.formula}`}
      >
        {formatPercent(clickToSale)} of clicks
      </Figure>
      {main && (
        <Figure
          label="Commission"
          value={formatShortMoney(main.minor.now, main.currency)}
          exact={formatMoney(main.minor.now, main.currency)}
          change={growth(main.minor)}
          formula={MARKET_METRICS.commission.formula}
          to={adminPaths.adminInvoices()}
        >
          {others.map(({ currency, minor }) => (
            <span key={currency} className="block">
              + {formatMoney(minor.now, currency)}
            </span>
          ))}
        </Figure>
      )}
    </Figures>
  )
}
