import { Chart } from '#app/components/chart/chart.tsx'
import { DashboardPanel } from '#app/components/dashboard-panel.tsx'
import { formatCount } from '#app/lib/format.ts'
import { formatPercent } from '#app/parts/analytics/compared.ts'
import { formatMs } from './format-ms.ts'
import type { MarketPageProps } from './market.types.ts'
import { MetricName } from './metric-name.tsx'

const timeOf = (at: Date): string => at.toISOString().slice(11, 16)

/** Response times and error rates: by minute for the last hour, and for the busiest routes. */
export function Performance({ performance }: Pick<MarketPageProps, 'performance'>) {
  const { total, routes, minutes } = performance
  return (
    <DashboardPanel title="Performance" className="lg:col-span-2">
      <h3 className="mt-3 font-sans text-sm font-normal text-muted">Last hour, by minute</h3>
      <Chart
        label="Time to first byte, last hour"
        kind="lines"
        series={[
          { name: 'p99', format: formatMs },
          { name: 'p50', format: formatMs },
        ]}
        points={minutes.map(({ at, p50, p99, requests, errors }) => ({
          tick: timeOf(at),
          name: `${timeOf(at)} UTC, ${formatCount(requests)} requests${errors ? `, ${formatCount(errors)} failed` : ''}`,
          values: [p99 ?? 0, p50 ?? 0],
        }))}
        isUnfinished
        formatTick={(ms) => (ms === 0 ? '0' : formatMs(ms))}
        empty="No requests in the last hour, or none recorded yet."
        isDrawn
      />
      {routes.length > 0 && (
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll the table
        <div className="relative mt-4 overflow-x-auto" tabIndex={0} role="group" aria-label="Performance by route">
          <table className="w-full min-w-[36rem] text-sm tabular-nums">
            <thead className="text-muted">
              <tr className="border-b border-line">
                <th scope="col" className="py-2 text-left font-normal">
                  Route
                </th>
                <th scope="col" className="py-2 text-right font-normal">
                  <MetricName metric="requests" />
                </th>
                <th scope="col" className="py-2 text-right font-normal">
                  <MetricName metric="times" name="p50" />
                </th>
                <th scope="col" className="py-2 text-right font-normal">
                  p99
                </th>
                <th scope="col" className="py-2 text-right font-normal">
                  <MetricName metric="errors" />
                </th>
              </tr>
            </thead>
            <tbody>
              {[{ ...total, route: 'All' }, ...routes].map(({ route, requests, p50, p99, errors, errorPercent }) => (
                <tr key={route} className="border-b border-line/60">
                  <th scope="row" className="h-10 text-left font-normal wrap-anywhere">
                    {route}
                  </th>
                  <td className="text-right">{formatCount(requests)}</td>
                  <td className="text-right">{formatMs(p50)}</td>
                  <td className="text-right">{formatMs(p99)}</td>
                  <td className={`text-right ${errors ? 'text-sale' : ''}`}>
                    {formatCount(errors)} <span className="text-muted">{formatPercent(errorPercent)}</span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </DashboardPanel>
  )
}
