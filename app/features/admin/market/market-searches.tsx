import { DashboardPanel } from '#app/components/dashboard-panel.tsx'
import { formatCount } from '#app/lib/format.ts'
import { formatPercent } from '#app/parts/analytics/compared.ts'
import { formatMs } from './format-ms.ts'
import type { MarketPageProps } from './market.types.ts'
import { MarketFact } from './market-partners.tsx'
import { MetricName } from './metric-name.tsx'

/** Search quality: empty results, clicks and response times. */
export function Searches({ searches }: Pick<MarketPageProps, 'searches'>) {
  const { foundNothing, clicked, relaxed, places, p50, p99 } = searches
  const most = Math.max(1, ...places.map(({ percent }) => percent ?? 0))
  return (
    <DashboardPanel title="Search">
      <dl className="text-sm">
        <MarketFact metric="searches" before={searches.searches.before}>
          {formatCount(searches.searches.now)}
        </MarketFact>
        <MarketFact metric="foundNothing" before={formatPercent(foundNothing.before)}>
          {formatPercent(foundNothing.now)}
        </MarketFact>
        <MarketFact metric="relaxed">{formatPercent(relaxed)}</MarketFact>
        <MarketFact metric="clickThrough" before={formatPercent(clicked.before)}>
          {formatPercent(clicked.now)}
        </MarketFact>
        <MarketFact metric="searchTime">{`p50 ${formatMs(p50)}, p99 ${formatMs(p99)}`}</MarketFact>
      </dl>
      <h3 className="relative mt-3 font-sans text-sm font-normal text-muted">
        <MetricName metric="places" />
      </h3>
      <ol className="mt-1 text-xs">
        {places.map(({ place, percent }) => (
          <li key={place} className="grid h-6 grid-cols-[4.5rem_minmax(0,1fr)_4rem] items-center gap-2 tabular-nums">
            <span className="text-muted">{place}</span>
            <span aria-hidden className="h-2 bg-surface">
              <span className="block h-full bg-(--chart-2)" style={{ width: `${((percent ?? 0) / most) * 100}%` }} />
            </span>
            <span className="text-right">{formatPercent(percent)}</span>
          </li>
        ))}
      </ol>
    </DashboardPanel>
  )
}
