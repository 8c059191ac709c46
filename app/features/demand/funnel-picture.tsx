import { Link } from '#app/components/link.tsx'
import Info from 'lucide-react/icons/info'
import { useId } from 'react'
import { Tooltip } from '#app/components/tooltip.tsx'
import { formatCount, formatMoney } from '#app/lib/format.ts'
import { withDates } from '#app/lib/format-dates.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { METRICS } from '#server/analytics/metrics.values.ts'
import { formatPercent } from '#app/parts/analytics/compared.ts'
import type { DemandPageProps, Funnel } from './demand.ts'

const HEIGHT = 160
/** The minimum height, so that small values stay visible as a line. */
const LEAST = 2

type Total = Funnel['total']

/** Views, the clicks from them, and the sales from those clicks, as a narrowing stream. */
export function FunnelPicture({ funnel: { total, currency }, query }: Pick<DemandPageProps, 'funnel' | 'query'>) {
  const { views, clicks, sales } = total
  if (!views && !clicks && !sales) return <NothingYet period={query.period} />
  return (
    <section aria-label="From views to sales" className="mt-6 border-y border-line pt-5">
      <ol className="grid grid-cols-3">
        {stepsOf(total).map((step, index) => (
          <Step key={step.metric} {...step} isLast={index === 2} />
        ))}
      </ol>
      <p className="border-t border-line py-3 text-sm text-muted">
        {total.views
          ? `${withDates(`${formatPercent(viewToSale(total))} of views led to a sale`, query.period)}. `
          : ''}
        Total revenue: <span className="text-text tabular-nums">{formatMoney(total.revenueMinor, currency)}</span>.
      </p>
    </section>
  )
}

const viewToSale = ({ views, sales }: Total): number | null =>
  views ? Math.round((sales / views) * 10_000) / 100 : null

interface StepShown {
  metric: 'views' | 'clicks' | 'sales'
  count: number
  rate: number | null
  /** The height of the step's stream at its start and end, from 0 to 1 (the largest step). */
  from: number
  to: number
  colour: string
}

function stepsOf({ views, clicks, sales, clickRate, saleRate }: Total): StepShown[] {
  const most = Math.max(views ?? 0, clicks, sales, 1)
  const [first, second, third] = [(views ?? 0) / most, clicks / most, sales / most]
  return [
    { metric: 'views', count: views ?? 0, rate: clickRate, from: first, to: second, colour: 'fill-(--chart-1)' },
    { metric: 'clicks', count: clicks, rate: saleRate, from: second, to: third, colour: 'fill-(--chart-2)' },
    { metric: 'sales', count: sales, rate: null, from: third, to: third, colour: 'fill-(--chart-3)' },
  ]
}

function Step({ metric, count, rate, from, to, colour, isLast }: StepShown & { isLast: boolean }) {
  const id = useId()
  const { name, formula } = METRICS[metric]
  const next = metric === 'views' ? 'clicked through' : 'bought'
  return (
    <li className="flex min-w-0 flex-col">
      <p className="flex items-center gap-1 text-sm text-muted">
        {name}
        <Tooltip text={formula} id={id} isLong>
          <button
            type="button"
            aria-label={`About ${name}`}
            aria-describedby={id}
            className="grid size-6 place-items-center rounded-full text-muted hover:text-text"
          >
            <Info aria-hidden size={14} />
          </button>
        </Tooltip>
      </p>
      <p className="font-display text-[clamp(1.5rem,3.4vw,3rem)] leading-tight tabular-nums">{formatCount(count)}</p>
      <p className="mb-3 pr-2 text-xs text-muted sm:text-sm">
        {!isLast && rate !== null && (
          <>
            <span className="text-text tabular-nums">{formatPercent(rate)}</span> {next}
          </>
        )}
      </p>
      <svg
        aria-hidden
        viewBox={`0 0 100 ${HEIGHT}`}
        preserveAspectRatio="none"
        className={`mt-auto block h-32 w-full shrink-0 sm:h-40 ${colour}`}
      >
        <path d={stream(from, to)} />
      </svg>
    </li>
  )
}

/** Returns a path that is level at first, then narrows to the start of the next step. */
function stream(from: number, to: number): string {
  const half = (share: number) => Math.max(share * HEIGHT, LEAST) / 2
  const middle = HEIGHT / 2
  const [a, b] = [half(from), half(to)]
  const upper = `M0 ${middle - a} H45 C75 ${middle - a} 70 ${middle - b} 100 ${middle - b}`
  const lower = `V${middle + b} C70 ${middle + b} 75 ${middle + a} 45 ${middle + a} H0 Z`
  return `${upper} ${lower}`
}

function NothingYet({ period }: Pick<DemandPageProps['query'], 'period'>) {
  return (
    <div className="mt-6 border-y border-line py-8">
      <p className="font-display text-2xl">{withDates('No visitors', period)}</p>
      <p className="mt-2 max-w-[56ch] text-sm text-muted">
        Product views, store visits and sales will appear here. Shoppers are more likely to find products with an image,
        a price and a category.
      </p>
      <p className="mt-4 flex flex-wrap gap-3">
        <Link to={dashboardPaths.ownProducts()} className="button button-quiet text-sm">
          View your products
        </Link>
        <Link to={dashboardPaths.connectStore()} className="button button-quiet text-sm">
          Connect Store
        </Link>
      </p>
    </div>
  )
}
