import { Link } from '#app/components/link.tsx'
import { Chart } from '#app/components/chart/chart.tsx'
import type { ChartSeries } from '#app/components/chart/chart.types.ts'
import { DashboardPanel } from '#app/components/dashboard-panel.tsx'
import { formatAxisCount, formatAxisMoney, formatCount, formatMoney } from '#app/lib/format.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { pointNames } from '#app/parts/analytics/chart-points.ts'
import { BEFORE } from '#app/parts/analytics/compared.ts'
import { unitOf } from '#server/platform/money.schema.ts'
import { SHOWN, type MarketPageProps, type Shown } from './market.types.ts'

const NAMES: Record<Shown, string> = { sales: 'Sales', traffic: 'Traffic', commission: 'Commission' }

/** Compares the period with the previous one: sales, views and clicks, or commission in the first currency. */
export function MarketChart({ figures, period, show }: Pick<MarketPageProps, 'figures' | 'period' | 'show'>) {
  const tab = show ?? 'sales'
  const currency = figures.commission[0]?.currency ?? ''
  const series: Record<Shown, ChartSeries[]> = {
    sales: [{ name: 'Sales', format: formatCount }],
    traffic: [
      { name: 'Views', format: formatCount },
      { name: 'Clicks', format: formatCount },
    ],
    commission: [{ name: 'Commission', format: (minor) => formatMoney(minor, currency) }],
  }
  const valuesOf = ({ sales, views, clicks, commission }: (typeof figures.points)[number]): number[] => {
    if (tab === 'sales') return [sales]
    if (tab === 'traffic') return [views, clicks]
    return [commission.find((each) => each.currency === currency)?.minor ?? 0]
  }
  const isWeek = figures.points.length <= 8
  return (
    <DashboardPanel
      title={tab === 'commission' ? `Commission, ${currency}` : NAMES[tab]}
      className="mt-8"
      aside={
        <nav aria-label="Chart" className="-mr-2 flex">
          {SHOWN.map((each) => (
            <Link
              key={each}
              to={adminPaths.adminAnalytics({
                period: period === 'month' ? undefined : period,
                show: each === 'sales' ? undefined : each,
              })}
              replace
              preventScrollReset
              aria-current={each === tab ? 'true' : undefined}
              className="-mb-px inline-flex min-h-11 items-center border-b-2 border-transparent px-2 text-sm text-muted hover:text-text aria-[current]:border-accent aria-[current]:text-text"
            >
              {NAMES[each]}
            </Link>
          ))}
        </nav>
      }
    >
      <Chart
        key={tab}
        label={`${NAMES[tab]} in this period`}
        kind={tab === 'traffic' ? 'lines' : 'bars'}
        series={series[tab]}
        points={figures.points.map((point) => ({ ...pointNames(point.label, isWeek), values: valuesOf(point) }))}
        before={{
          name: tab === 'traffic' ? `Views in the ${BEFORE[period]}` : BEFORE[period],
          points: figures.pointsBefore.map((point) => ({ ...pointNames(point.label), value: valuesOf(point)[0] ?? 0 })),
        }}
        isUnfinished={figures.points.at(-1)?.isUnfinished === true}
        formatTick={tab === 'commission' ? (minor) => formatAxisMoney(minor, currency) : formatAxisCount}
        {...(tab === 'commission' && { unit: unitOf(currency) })}
        empty="No activity in this period or the one before."
        isDrawn
      />
    </DashboardPanel>
  )
}
