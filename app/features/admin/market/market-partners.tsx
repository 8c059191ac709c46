import { Link } from '#app/components/link.tsx'
import { DashboardPanel } from '#app/components/dashboard-panel.tsx'
import { formatCount, formatMoney } from '#app/lib/format.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { SALE_STATES } from '#app/parts/sales/sale-states.ts'
import type { MarketPageProps } from './market.types.ts'
import { MetricName, type MetricKey } from './metric-name.tsx'

/** Commission on the period's sales by current status, one currency after the other. */
export function CommissionTable({ commission }: Pick<MarketPageProps['figures'], 'commission'>) {
  const owed = commission.filter(({ states }) => states.length > 0)
  return (
    <DashboardPanel title="Commission by status">
      {owed.length > 0 ? (
        <table className="w-full text-sm">
          <thead className="text-left text-muted">
            <tr>
              <th scope="col" className="py-2 font-normal">
                Status
              </th>
              <th scope="col" className="py-2 text-right font-normal">
                Sales
              </th>
              <th scope="col" className="py-2 text-right font-normal">
                Commission
              </th>
            </tr>
          </thead>
          {owed.map(({ currency, states, sales, minor }) => (
            <tbody key={currency} className="border-t border-line">
              {states.map(({ status, sales: some, minor: amount }) => (
                <tr key={status} className="border-b border-line/60">
                  <th scope="row" className="h-10 text-left font-normal">
                    {SALE_STATES[status].name}
                  </th>
                  <td className="text-right tabular-nums">{formatCount(some)}</td>
                  <td className="text-right tabular-nums">{formatMoney(amount, currency)}</td>
                </tr>
              ))}
              <tr className="font-medium">
                <th scope="row" className="h-10 text-left font-medium">
                  Total in {currency}
                </th>
                <td className="text-right tabular-nums">{formatCount(sales)}</td>
                <td className="text-right tabular-nums">{formatMoney(minor.now, currency)}</td>
              </tr>
            </tbody>
          ))}
        </table>
      ) : (
        <p className="py-4 text-sm text-muted">No commission for this period.</p>
      )}
    </DashboardPanel>
  )
}

/** The numbers of partners: approved, waiting, new and selling. */
export function PartnerFacts({ partners }: Pick<MarketPageProps['figures'], 'partners'>) {
  const { open, waiting, joined, selling } = partners
  const rows: Array<{ metric: MetricKey; value: number; before?: number; to?: string }> = [
    { metric: 'sellingPartners', value: selling.now, before: selling.before },
    {
      metric: 'joinedPartners',
      value: joined.now,
      before: joined.before,
      to: adminPaths.adminPartners({ status: 'all' }),
    },
    { metric: 'openPartners', value: open, to: adminPaths.adminPartners({ status: 'approved' }) },
    { metric: 'waitingPartners', value: waiting, to: adminPaths.adminPartners() },
  ]
  return (
    <DashboardPanel title="Partners">
      <dl className="text-sm">
        {rows.map(({ metric, value, before, to }) => (
          <MarketFact key={metric} metric={metric} to={to} before={before}>
            {formatCount(value)}
          </MarketFact>
        ))}
      </dl>
    </DashboardPanel>
  )
}

/** A figure in a list, with the previous period's value. */
export function MarketFact({
  metric,
  to,
  before,
  children,
}: {
  metric: MetricKey
  to?: string | undefined
  /** The value of the previous period. */
  before?: number | string | undefined
  children: string
}) {
  return (
    <div className="relative flex min-h-11 items-center justify-between gap-4 border-b border-line/60">
      <dt className="text-muted">
        <MetricName metric={metric} />
      </dt>
      <dd className="flex items-baseline gap-3 tabular-nums">
        {before !== undefined && (
          <span className="text-xs text-muted">
            previously {typeof before === 'number' ? formatCount(before) : before}
          </span>
        )}
        {to ? (
          <Link to={to} className="link inline-flex min-h-11 items-center">
            {children}
          </Link>
        ) : (
          <span>{children}</span>
        )}
      </dd>
    </div>
  )
}
