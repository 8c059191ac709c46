import { useSearchParams } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import { Chart } from '#app/components/chart/chart.tsx'
import type { ChartSeries } from '#app/components/chart/chart.types.ts'
import { DashboardPanel } from '#app/components/dashboard-panel.tsx'
import { formatAxisCount, formatAxisMoney, formatCount, formatMoney } from '#app/lib/format.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { withDates } from '#app/lib/format-dates.ts'
import { chartPoints, pointNames } from '#app/parts/analytics/chart-points.ts'
import type { Point } from '#server/analytics/analytics.types.ts'
import { unitOf } from '#server/platform/money.schema.ts'
import { datesOf } from '#server/platform/period.schema.ts'
import type { AnalyticsPageProps } from './analytics.types.ts'

const TABS = ['revenue', 'sales', 'traffic'] as const
type Tab = (typeof TABS)[number]
const NAMES: Record<Tab, string> = { revenue: 'Revenue', sales: 'Sales', traffic: 'Traffic' }

/** Revenue, sales, or views and clicks by day: the last seven days, or a date range. The URL selects the tab. */
export function PerformanceChart({
  figures: { days, daysBefore, revenue },
  period,
  display,
  className,
}: Omit<AnalyticsPageProps, 'problem'> & { className: string }) {
  const asked = useSearchParams()[0].get('show')
  const tab = TABS.find((each) => each === asked) ?? 'revenue'
  const { currency } = revenue
  const dates = datesOf(period)
  const title = (word: string) => (dates ? withDates(word, period) : `${word}, last 7 days`)
  const before = dates ? 'previous period' : 'previous week'
  const inMoney = tab === 'revenue'
  const series: Record<Tab, ChartSeries[]> = {
    revenue: [{ name: 'Revenue', format: (minor) => formatMoney(minor, currency) }],
    sales: [{ name: 'Sales', format: formatCount }],
    traffic: [
      { name: 'Views', format: formatCount },
      { name: 'Clicks', format: formatCount },
    ],
  }
  const valuesOf = ({ revenueMinor, sales, views, clicks }: Point): number[] =>
    ({ revenue: [revenueMinor], sales: [sales], traffic: [views, clicks] })[tab]
  const salesOf = ({ from, to }: Point) =>
    `${dashboardPaths.sales({ state: 'counted', from: from.toISOString(), to: to.toISOString() })}#transactions`
  return (
    <DashboardPanel
      title={title('Performance')}
      className={className}
      aside={
        <nav aria-label="Performance" className="-mr-2 flex">
          {TABS.map((each) => (
            <Link
              key={each}
              to={dashboardPaths.analytics({
                period: period === 'month' ? undefined : period,
                show: each === 'revenue' ? undefined : each,
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
        label={dates ? withDates(NAMES[tab], period) : `${NAMES[tab]} in the last seven days`}
        kind={tab === 'traffic' ? 'lines' : 'bars'}
        series={series[tab]}
        points={chartPoints(days, valuesOf, tab === 'traffic' ? undefined : salesOf)}
        before={{
          name: tab === 'traffic' ? `Views in the ${before}` : before,
          points: daysBefore.map((day) => ({ ...pointNames(day.label), value: valuesOf(day)[0] ?? 0 })),
        }}
        isUnfinished={days.at(-1)?.isUnfinished === true}
        formatTick={inMoney ? (minor) => formatAxisMoney(minor, currency) : formatAxisCount}
        {...(inMoney && { unit: unitOf(currency) })}
        empty={
          tab === 'traffic'
            ? `No product views ${dates ? 'in this period' : 'in the last seven days'}.`
            : `No sales ${dates ? 'in this period or the one before' : 'in the last seven days or the week before'}.`
        }
        isDrawn={display.showCharts}
      />
    </DashboardPanel>
  )
}
