import { dueRule } from '#server/partners/terms.values.ts'
import { Link } from '#app/components/link.tsx'
import type { ReactNode } from 'react'
import { Chart } from '#app/components/chart/chart.tsx'
import { DashboardPanel } from '#app/components/dashboard-panel.tsx'
import { formatAxisMoney, formatDate, formatMoney } from '#app/lib/format.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { withDates } from '#app/lib/format-dates.ts'
import { chartPoints, pointNames } from '#app/parts/analytics/chart-points.ts'
import { beforeOf, otherOwed } from '#app/parts/analytics/compared.ts'
import type { OverdueInvoices, Owed } from '#server/analytics/analytics.types.ts'
import { METRICS } from '#server/analytics/metrics.values.ts'
import { unitOf } from '#server/platform/money.schema.ts'
import { spanHref, type SalesPageProps } from './sales-address.ts'

type PanelProps = Pick<SalesPageProps, 'figures' | 'query' | 'display'> & { className?: string }

/** The period as bars, with the previous one as a thin line. A bar links to its sales. */
export function PeriodChart({
  figures: { points, pointsBefore, revenue },
  query,
  display,
  className = '',
}: PanelProps) {
  const { currency } = revenue
  const title = withDates('Revenue', query.period)
  return (
    <DashboardPanel title={title} className={className}>
      <Chart
        label={title}
        kind="bars"
        series={[{ name: 'Revenue', format: (minor) => formatMoney(minor, currency) }]}
        points={chartPoints(
          points,
          ({ revenueMinor }) => [revenueMinor],
          (point) => spanHref(query, point),
        )}
        before={{
          name: beforeOf(query.period),
          points: pointsBefore.map(({ label, revenueMinor }) => ({ ...pointNames(label), value: revenueMinor })),
        }}
        isUnfinished={points.at(-1)?.isUnfinished === true}
        formatTick={(minor) => formatAxisMoney(minor, currency)}
        unit={unitOf(currency)}
        empty="No sales in this period or the one before."
        isDrawn={display.showCharts}
      />
    </DashboardPanel>
  )
}

/** The last six calendar months, whatever the period. */
export function SixMonths({ figures: { months, revenue }, query, display, className = '' }: PanelProps) {
  const { currency } = revenue
  return (
    <DashboardPanel title="Six-month trend" className={className}>
      <Chart
        label="Revenue in the last six months"
        kind="bars"
        series={[{ name: 'Revenue', format: (minor) => formatMoney(minor, currency) }]}
        points={chartPoints(
          months,
          ({ revenueMinor }) => [revenueMinor],
          (point) => spanHref(query, point),
        )}
        isUnfinished={months.at(-1)?.isUnfinished === true}
        formatTick={(minor) => formatAxisMoney(minor, currency)}
        unit={unitOf(currency)}
        empty="No sales in the last six months."
        isDrawn={display.showCharts}
      />
    </DashboardPanel>
  )
}

/** The commission by payment state. The labels are the specification's; the help texts explain their exact meaning. */
export function PaymentSummary({ figures: { payment }, className = '' }: Pick<PanelProps, 'figures' | 'className'>) {
  const { currency, pending, processing, overdue, paid, credit, nextPayoutOn } = payment
  const money = (owed: Owed) => (
    <>
      {formatMoney(owed.minor, currency)}
      {owed.others.length > 0 && <span className="block font-normal text-muted">{otherOwed(owed)}</span>}
    </>
  )
  return (
    <DashboardPanel
      title="Payment summary"
      className={className}
      aside={
        <Link to={dashboardPaths.invoices()} className="link inline-flex min-h-11 items-center text-sm">
          Invoices
        </Link>
      }
    >
      <dl className="text-sm">
        <Line name={METRICS.paymentPending.name} help="Sales still within the lock period" value={money(pending)} />
        <Line
          name={METRICS.paymentProcessing.name}
          help="Open invoices, and confirmed sales that are not invoiced yet"
          value={money(processing)}
        />
        {overdue.oldest && <Overdue overdue={{ ...overdue, oldest: overdue.oldest }} />}
        <Line name={METRICS.paymentPaid.name} help="Invoices you have paid" value={money(paid)} />
        {(credit.minor !== 0 || credit.others.length > 0) && (
          <Line name="Credit" help="Deducted from your next invoices" value={money(credit)} />
        )}
        <Line
          name="Next payout date"
          help="For sales confirmed this month"
          value={<time dateTime={nextPayoutOn.toISOString().slice(0, 10)}>{formatDate(nextPayoutOn)}</time>}
        />
      </dl>
      <p className="mt-3 text-xs leading-relaxed text-muted">
        Shoppers pay you, and you pay us this commission. We make no payouts. {dueRule()}
      </p>
    </DashboardPanel>
  )
}

/** The part of 'Processing' that is overdue. */
function Overdue({
  overdue: { invoices, amounts, oldest },
}: {
  overdue: OverdueInvoices & { oldest: NonNullable<OverdueInvoices['oldest']> }
}) {
  const isOne = invoices === 1
  return (
    <Line
      name={
        <Link to={isOne ? dashboardPaths.invoice(oldest.id) : dashboardPaths.invoices()} className="link text-sale">
          Overdue
        </Link>
      }
      help={`Included in Processing. ${isOne ? `Invoice ${oldest.number}` : 'The oldest invoice'} was due on ${formatDate(oldest.dueOn)}`}
      value={
        <span className="text-sale">
          {amounts.map(({ currency, minor }) => formatMoney(minor, currency)).join(' and ')}
        </span>
      }
    />
  )
}

function Line({ name, help, value }: { name: ReactNode; help: string; value: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-b border-line/60 py-2.5">
      <dt>
        {name}
        {help && <span className="block text-xs text-muted">{help}</span>}
      </dt>
      <dd className="shrink-0 text-right font-medium tabular-nums">{value}</dd>
    </div>
  )
}
