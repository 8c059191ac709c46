import { DashboardPanel } from '#app/components/dashboard-panel.tsx'
import { formatCount } from '#app/lib/format.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatPercent } from '#app/parts/analytics/compared.ts'
import { pointNames } from '#app/parts/analytics/chart-points.ts'
import type { MarketPageProps } from './market.types.ts'
import { MarketFact } from './market-partners.tsx'
import { MetricName, type MetricKey } from './metric-name.tsx'

/** New, active and returning shoppers. */
export function Shoppers({ people }: Pick<MarketPageProps, 'people'>) {
  const { newShoppers, allShoppers, activeShoppers } = people
  return (
    <DashboardPanel title="Shoppers" className="lg:col-span-2">
      <div className="grid grid-cols-1 gap-x-12 lg:grid-cols-2">
        <dl className="text-sm">
          <MarketFact metric="newShoppers" before={newShoppers.before}>
            {formatCount(newShoppers.now)}
          </MarketFact>
          <MarketFact metric="activeShoppers" before={activeShoppers.before}>
            {formatCount(activeShoppers.now)}
          </MarketFact>
          <MarketFact metric="allShoppers">{formatCount(allShoppers)}</MarketFact>
        </dl>
        <div className="relative min-w-0">
          <h3 className="flex min-h-11 items-center font-sans text-sm font-normal text-muted">
            <MetricName metric="retention" />
          </h3>
          <Retention cohorts={people.cohorts} />
        </div>
      </div>
    </DashboardPanel>
  )
}

/** The number of week columns in the table. */
const MAX_WEEKS = 8
/** The percentage of colour in a cell of 100%. A higher one would make the cell's text hard to read. */
const STRONGEST = 55

function Retention({ cohorts }: Pick<MarketPageProps['people'], 'cohorts'>) {
  if (!cohorts.length) return <p className="py-4 text-sm text-muted">No sign-ups in the last twelve weeks.</p>
  const columns = Math.min(MAX_WEEKS, Math.max(...cohorts.map(({ weeks }) => weeks.length)))
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll the table
    <div className="relative overflow-x-auto" tabIndex={0} role="group" aria-label="Retention">
      <table className="w-full min-w-[26rem] text-xs tabular-nums">
        <thead className="text-muted">
          <tr>
            <th scope="col" className="py-1 text-left font-normal">
              Joined
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              Shoppers
            </th>
            {Array.from({ length: columns }, (_, week) => (
              <th key={week} scope="col" className="py-1 text-center font-normal">
                <span className="sr-only">Week </span>
                {week}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.map(({ joined, shoppers, weeks }) => (
            <tr key={joined.toISOString()}>
              <th scope="row" className="h-8 text-left font-normal whitespace-nowrap">
                {pointNames(joined.toISOString().slice(0, 10)).tick}
              </th>
              <td className="pr-2 text-right">{formatCount(shoppers)}</td>
              {Array.from({ length: columns }, (_, after) => {
                const week = weeks[after]
                return (
                  <td
                    key={after}
                    className="text-center"
                    title={
                      week &&
                      `${formatCount(week.active)} of ${formatCount(shoppers)}${week.isUnfinished ? ' so far' : ''}`
                    }
                    style={
                      week
                        ? {
                            background: `color-mix(in oklab, var(--chart-4) ${Math.round(((week.percent ?? 0) / 100) * STRONGEST)}%, transparent)`,
                          }
                        : undefined
                    }
                  >
                    {week && `${Math.round(week.percent ?? 0)}%${week.isUnfinished ? '*' : ''}`}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="py-2 text-xs text-muted">* This week has not ended yet.</p>
    </div>
  )
}

/** The funnels of the waitlist and of partner invitations. */
export function Funnels({ people: { waitlist, invitations } }: Pick<MarketPageProps, 'people'>) {
  return (
    <DashboardPanel title="Waitlist and invitations">
      <Funnel metric="waitlist" steps={waitlist} to={adminPaths.adminWaitlist()} />
      <Funnel metric="invitations" steps={invitations} to={adminPaths.invitePartners()} />
    </DashboardPanel>
  )
}

function Funnel({
  metric,
  steps,
  to,
}: {
  metric: MetricKey
  steps: MarketPageProps['people']['waitlist']
  to: string
}) {
  const first = steps[0]?.count ?? 0
  return (
    <div className="py-2 text-sm">
      <p className="relative flex min-h-11 items-center justify-between text-muted">
        <MetricName metric={metric} />
        <a href={to} className="link inline-flex min-h-11 items-center">
          Show all
        </a>
      </p>
      <ol>
        {steps.map(({ name, count }) => (
          <li key={name} className="relative flex h-9 items-center justify-between px-2">
            <span
              aria-hidden
              className="absolute inset-y-0.5 left-0 bg-surface"
              style={{ width: `${first ? (count / first) * 100 : 0}%` }}
            />
            <span className="relative">{name}</span>
            <span className="relative tabular-nums">
              {formatCount(count)}{' '}
              {first > 0 && <span className="text-muted">{formatPercent(Math.round((count / first) * 100))}</span>}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
