import { Link } from '#app/components/link.tsx'
import { DashboardPanel } from '#app/components/dashboard-panel.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatCount } from '#app/lib/format.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import type { ConnectedStore } from './connected-store.tsx'

export type LossMapData = RouterOutputs['connections']['lossMap']

const STEPS = [
  { key: 'clicks', name: 'Clicks', isFromStore: false },
  { key: 'landed', name: 'Store visits', isFromStore: true },
  { key: 'carts', name: 'Carts', isFromStore: true },
  { key: 'orders', name: 'Orders', isFromStore: false },
] as const

/** The path from click to order by day. Each step is a row of bars with its own scale. */
export function LossMap({
  map: { days, hasSignals },
  platform,
}: {
  map: LossMapData
  platform: ConnectedStore['platform']
}) {
  const total = (key: (typeof STEPS)[number]['key']) => days.reduce((sum, day) => sum + day[key], 0)
  const clicks = total('clicks')
  const shown = STEPS.filter(({ isFromStore }) => hasSignals || !isFromStore)
  return (
    <DashboardPanel title="From click to order, last 30 days">
      {clicks === 0 ? (
        <p className="mt-4 text-sm text-muted">No clicks to your store in the last 30 days.</p>
      ) : (
        <>
          <div className="mt-4 space-y-4">
            {shown.map(({ key, name }) => {
              const most = Math.max(1, ...days.map((day) => day[key]))
              const share = key === 'clicks' ? '' : `, ${percent(total(key), clicks)} of clicks`
              return (
                <figure key={key} className="grid items-end gap-x-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
                  <figcaption className="text-sm">
                    {name}
                    <span className="block text-muted tabular-nums">
                      {formatCount(total(key))}
                      {share}
                    </span>
                  </figcaption>
                  <div
                    role="img"
                    aria-label={`${name} by day: ${formatCount(total(key))} in the last 30 days${share}, at most ${formatCount(most)} a day`}
                    className="flex h-12 items-end gap-px border-b border-line"
                  >
                    {days.map((day, index) => (
                      <span
                        key={day.day}
                        title={`${day.day}: ${formatCount(day[key])}`}
                        className={`min-w-0 flex-1 bg-text ${index === days.length - 1 ? 'opacity-40' : 'opacity-80'}`}
                        style={{ height: `${(day[key] / most) * 100}%` }}
                      />
                    ))}
                  </div>
                </figure>
              )
            })}
          </div>
          <p className="mt-2 text-xs text-muted">Grouped by click date (UTC). The pale bar is today so far.</p>
        </>
      )}
      {!hasSignals && (
        <p className="mt-4 text-sm text-muted">
          Your store does not report what happens between click and order. To see store visits and carts,{' '}
          {platform === 'woocommerce' ? 'install the' : 'add the'}{' '}
          <Link to={dashboardPaths.help(`connect-${platform}`)} className="link">
            {platform === 'woocommerce' ? 'plugin for your store' : 'snippet for your theme'}
          </Link>
          .
        </p>
      )}
      {clicks > 0 && (
        <details className="mt-2">
          <summary className="min-h-11 cursor-pointer content-center text-sm">Show as table</summary>
          <table className="w-full text-right text-sm tabular-nums">
            <thead>
              <tr className="border-b border-line text-muted">
                <th scope="col" className="py-2 text-left font-normal">
                  Day
                </th>
                {shown.map(({ key, name }) => (
                  <th key={key} scope="col" className="py-2 pl-3 font-normal">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line/60">
              {days.toReversed().map((day) => (
                <tr key={day.day}>
                  <th scope="row" className="py-1.5 text-left font-normal">
                    {day.day}
                  </th>
                  {shown.map(({ key }) => (
                    <td key={key} className="py-1.5 pl-3">
                      {formatCount(day[key])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </DashboardPanel>
  )
}

const percent = (part: number, total: number): string =>
  total === 0 ? '-' : `${((part / total) * 100).toFixed(part && part / total < 0.1 ? 1 : 0)}%`
