import { Link } from '#app/components/link.tsx'
import { DashboardPanel } from '#app/components/dashboard-panel.tsx'
import { formatCount, formatMoney } from '#app/lib/format.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import type { DemandPageProps, Prices } from './demand.ts'

const SHOWN = 8

type Row = Prices['rows'][number]
type Positioned = Row & { market: NonNullable<Row['market']> }

/** The partner's median price per category, against the range of other stores' prices. */
export function PricePositions({ prices, canChange }: Pick<DemandPageProps, 'prices' | 'canChange'>) {
  const { rows, currency, fewest } = prices
  const positioned = rows.filter((row): row is Positioned => row.market !== null)
  const withoutMarket = rows.filter(({ market }) => market === null)
  return (
    <DashboardPanel title="Your prices compared with the market">
      {positioned.length > 0 && <Legend />}
      {positioned.length > 0 ? (
        <ul>
          {positioned.slice(0, SHOWN).map((row) => (
            <Position key={row.id} row={row} currency={currency} />
          ))}
        </ul>
      ) : (
        rows.length === 0 && (
          <p className="mt-4 border-l-2 border-line pl-4 text-sm">
            None of your active products has a category yet.{' '}
            {canChange && (
              <Link to={dashboardPaths.ownProducts({ category: 'none' })} className="link">
                Choose categories
              </Link>
            )}
          </p>
        )
      )}
      {positioned.length > SHOWN && (
        <details>
          <summary className="link min-h-11 content-center text-sm">
            {formatCount(positioned.length - SHOWN)} more categories
          </summary>
          <ul>
            {positioned.slice(SHOWN).map((row) => (
              <Position key={row.id} row={row} currency={currency} />
            ))}
          </ul>
        </details>
      )}
      {withoutMarket.length > 0 && (
        <p className="mt-3 text-sm text-muted">
          Too few products to compare (we need at least {fewest.products} from {fewest.stores} other stores):{' '}
          {withoutMarket.map(({ name }) => name).join(', ')}.
        </p>
      )}
    </DashboardPanel>
  )
}

function Legend() {
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
      <span className="inline-flex items-center gap-1.5">
        <span aria-hidden className="size-3 rounded-full border-2 border-ink bg-text outline outline-text" /> Your
        median
      </span>
      <span className="inline-flex items-center gap-1.5">
        <span aria-hidden className="h-3 w-6 border-x-0 bg-(--chart-2)/60" /> Middle 50% of the market
      </span>
      <span className="inline-flex items-center gap-1.5">
        <span aria-hidden className="h-0.5 w-6 bg-(--chart-2)" /> Middle 80%
      </span>
      <span className="inline-flex items-center gap-1.5">
        <span aria-hidden className="h-4 w-0.5 bg-text" /> Market median
      </span>
    </p>
  )
}

function Position({ row, currency }: { row: Positioned; currency: string }) {
  const { name, store, market, differencePercent } = row
  const { p10, p25, p50, p75, p90 } = market.sharesMinor
  const [least, most] = [Math.min(p10, store.medianMinor), Math.max(p90, store.medianMinor)]
  const margin = Math.max((most - least) * 0.06, 1)
  const at = (minor: number) => ((minor - least + margin) / (most - least + 2 * margin)) * 100
  const span = (from: number, to: number) => ({ left: `${at(from)}%`, width: `${at(to) - at(from)}%` })
  const about = (minor: number) => formatMoney(minor, currency)
  return (
    <li className="border-b border-line/60 py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <span className="font-medium">{name}</span>
        <span>
          <span className="tabular-nums">about {about(store.medianMinor)}</span>{' '}
          <span className="text-muted">{differenceWords(differencePercent ?? 0)}</span>
        </span>
      </p>
      <span aria-hidden className="relative mt-2 block h-6">
        <span className="absolute top-[0.6875rem] h-0.5 bg-(--chart-2)" style={span(p10, p90)} />
        <span className="absolute top-1.5 h-3 bg-(--chart-2)/60" style={span(p25, p75)} />
        <span className="absolute top-0.5 h-5 w-0.5 -translate-x-1/2 bg-text" style={{ left: `${at(p50)}%` }} />
        <span
          className="absolute top-1.5 size-3 -translate-x-1/2 rounded-full border-2 border-ink bg-text outline outline-text"
          style={{ left: `${at(store.medianMinor)}%` }}
        />
      </span>
      <p className="mt-1 text-xs text-muted">
        {formatCount(market.products)} products from {formatCount(market.stores)} other stores: median about{' '}
        {about(p50)}, middle 50% from {about(p25)} to {about(p75)}
      </p>
    </li>
  )
}

function differenceWords(percent: number): string {
  if (percent === 0) return 'same as the market'
  return `${formatCount(Math.abs(percent))}% ${percent > 0 ? 'above' : 'below'} the market`
}
