import { AboutPrice } from '#app/components/about-price.tsx'
import type { ProductDetail } from '#app/lib/api-types.ts'
import { formatDate, formatMoney } from '#app/lib/format.ts'

type History = NonNullable<ProductDetail['priceHistory']>

const WIDTH = 400
const HEIGHT = 96
/** The space above the highest and below the lowest price, in units of the drawing. */
const MARGIN = 10
const ROWS_SHOWN = 12

/**
 * The price over the last 12 months as a step line or, without charts, in figures; and the lowest of the last 30 days.
 */
export function PriceHistory({
  history,
  currency,
  priceMinor,
  priceMaxMinor,
  showsChart = true,
}: Pick<ProductDetail, 'currency' | 'priceMinor' | 'priceMaxMinor'> & { history: History; showsChart?: boolean }) {
  const { steps, lowestMinor } = history
  const [first] = steps
  if (!first) return null
  const money = (minor: number) => formatMoney(minor, currency)
  const date = (at: number) => formatDate(new Date(at))
  const prices = steps.map((step) => step.priceMinor)
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  return (
    <section aria-labelledby="price-history" className="mt-10 max-w-md">
      <h2 id="price-history" className="font-sans text-sm text-muted">
        {priceMaxMinor > priceMinor ? 'Lowest price over the last 12 months' : 'Price over the last 12 months'}
      </h2>
      {steps.length === 1 ? (
        <p className="mt-2 text-sm">
          {money(first.priceMinor)}, unchanged since {date(first.at)}.
        </p>
      ) : (
        <figure className="mt-3">
          {showsChart && (
            <div className="mb-3 grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 text-xs text-muted tabular-nums">
              <Steps history={history} low={low} high={high} label={spoken(steps, money, date, low, high)} />
              <p aria-hidden className="flex flex-col justify-between">
                <span>
                  {money(high)}
                  <AboutPrice priceMinor={high} currency={currency} />
                </span>
                <span>
                  {money(low)}
                  <AboutPrice priceMinor={low} currency={currency} />
                </span>
              </p>
              <p aria-hidden className="mt-1.5 flex justify-between">
                <span>{date(first.at)}</span>
                <span>Today</span>
              </p>
            </div>
          )}
          <figcaption className="text-sm">
            {showsChart && <span aria-hidden className="mr-2 inline-block size-3 rounded-xs bg-text/10" />}
            Lowest price in the last 30 days: <span className="tabular-nums">{money(lowestMinor)}</span>
            <AboutPrice priceMinor={lowestMinor} currency={currency} />
          </figcaption>
          <details open={!showsChart} className="mt-1 text-sm">
            <summary className="link inline-flex min-h-11 cursor-pointer items-center text-muted">
              Show as table
            </summary>
            <table className="w-full tabular-nums">
              {steps.length > ROWS_SHOWN && (
                <caption className="pb-1 text-left text-muted">The last {ROWS_SHOWN} changes</caption>
              )}
              <thead className="sr-only">
                <tr>
                  <th>From</th>
                  <th>Price</th>
                </tr>
              </thead>
              <tbody className="divide-y divide-line">
                {steps
                  .slice(-ROWS_SHOWN)
                  .toReversed()
                  .map((step) => (
                    <tr key={step.at}>
                      <td className="py-2 text-muted">{date(step.at)}</td>
                      <td className="py-2 text-right">
                        {money(step.priceMinor)}
                        <AboutPrice priceMinor={step.priceMinor} currency={currency} />
                      </td>
                    </tr>
                  ))}
              </tbody>
            </table>
          </details>
        </figure>
      )}
    </section>
  )
}

function Steps({
  history: { steps, readAt, latelyAt },
  low,
  high,
  label,
}: {
  history: History
  low: number
  high: number
  label: string
}) {
  const start = steps[0]?.at ?? readAt
  const x = (at: number) => round(((at - start) / Math.max(1, readAt - start)) * WIDTH)
  const y = (minor: number) => round(MARGIN + ((high - minor) / (high - low)) * (HEIGHT - 2 * MARGIN))
  const line = steps
    .map((step, index) => `${index ? `H${x(step.at)}V` : `M0 `}${y(step.priceMinor)}`)
    .concat(`H${WIDTH}`)
    .join('')
  const lately = x(Math.max(start, latelyAt))
  const last = y(steps.at(-1)?.priceMinor ?? low)
  return (
    <div className="relative border-y border-line">
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block h-24 w-full"
      >
        <rect x={lately} width={WIDTH - lately} height={HEIGHT} className="fill-text/10" />
        <path d={line} vectorEffect="non-scaling-stroke" className="fill-none stroke-text" strokeWidth={1.5} />
      </svg>
      <span
        aria-hidden
        className="absolute right-0 size-2 translate-x-1/2 -translate-y-1/2 rounded-full bg-text"
        style={{ top: `${round((last / HEIGHT) * 100)}%` }}
      />
    </div>
  )
}

const round = (value: number) => Math.round(value * 10) / 10

function spoken(
  steps: History['steps'],
  money: (minor: number) => string,
  date: (at: number) => string,
  low: number,
  high: number,
): string {
  const [first, last] = [steps[0], steps.at(-1)]
  if (!first || !last) return ''
  return `${money(first.priceMinor)} on ${date(first.at)}, ${money(last.priceMinor)} since ${date(last.at)}. Highest ${money(high)}, lowest ${money(low)}.`
}
