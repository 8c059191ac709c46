import ArrowRight from 'lucide-react/icons/arrow-right'
import { Figure, Figures } from '#app/components/figure.tsx'
import { Link } from '#app/components/link.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { formatCount, formatDate, formatMoney, formatShortMoney } from '#app/lib/format.ts'
import { formatPercent, describeOthers, yearAgoCount, yearAgoMoney } from '#app/parts/analytics/compared.ts'
import { METRICS } from '#server/analytics/metrics.values.ts'
import { growthPercent, type PeriodChoice } from '#server/platform/period.schema.ts'

type HomeData = RouterOutputs['analytics']['home']

const growth = ({ now, before }: { now: number; before: number }) => growthPercent(now, before)

/** Sales, clicks, conversion and commission of the period. Each links to its data. */
export function HomeFigures({ figures, period }: { figures: HomeData; period: PeriodChoice }) {
  const { span, sales, clicks, conversionRate, conversionRateBefore, commission, overdue } = figures
  const inPeriod = { period: period === 'month' ? undefined : period }
  const inSpan = { ...inPeriod, state: 'counted', from: span.from.toISOString(), to: span.to.toISOString() }
  return (
    <>
      {overdue.oldest && <Overdue overdue={{ ...overdue, oldest: overdue.oldest }} />}
      <Figures>
        <Figure
          label={METRICS.sales.name}
          value={formatCount(sales.now)}
          change={growth(sales)}
          formula={METRICS.sales.formula}
          to={`${dashboardPaths.sales(inSpan)}#transactions`}
        >
          {yearAgoCount(sales)}
        </Figure>
        <Figure
          label={METRICS.clicks.name}
          value={formatCount(clicks.now)}
          change={growth(clicks)}
          formula={METRICS.clicks.formula}
          to={dashboardPaths.analytics({ ...inPeriod, show: 'traffic' })}
        >
          {yearAgoCount(clicks)}
        </Figure>
        <Figure
          label="Conversion"
          value={formatPercent(conversionRate)}
          formula={METRICS.clickToSale.formula}
          to={dashboardPaths.demand(inPeriod)}
        >
          Previously {formatPercent(conversionRateBefore)}
        </Figure>
        <Figure
          label={METRICS.commission.name}
          value={formatShortMoney(commission.now, commission.currency)}
          exact={formatMoney(commission.now, commission.currency)}
          change={growth(commission)}
          formula={METRICS.commission.formula}
          to={`${dashboardPaths.sales({ ...inSpan, sort: 'commission' })}#transactions`}
        >
          {[...describeOthers(commission), yearAgoMoney(commission)].map((line) => (
            <span key={line} className="block tabular-nums">
              {line}
            </span>
          ))}
        </Figure>
      </Figures>
    </>
  )
}

function Overdue({
  overdue: { invoices, amounts, oldest },
}: {
  overdue: HomeData['overdue'] & { oldest: NonNullable<HomeData['overdue']['oldest']> }
}) {
  const sum = amounts.map(({ currency, minor }) => formatMoney(minor, currency)).join(' and ')
  const isOne = invoices === 1
  return (
    <p className="notice mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-sm">
      <span>
        {isOne ? `Invoice ${oldest.number} is overdue` : `${formatCount(invoices)} invoices are overdue`}: {sum}.{' '}
        {isOne ? 'It' : 'The oldest'} was due on {formatDate(oldest.dueOn)}.
      </span>
      <Link
        to={isOne ? dashboardPaths.invoice(oldest.id) : dashboardPaths.invoices()}
        className="link inline-flex min-h-11 items-center gap-1"
      >
        {isOne ? 'Open the invoice' : 'Open your invoices'} <ArrowRight aria-hidden size={16} />
      </Link>
    </p>
  )
}
