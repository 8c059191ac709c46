import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatCount, formatDate } from '#app/lib/format.ts'

export type SiteFigures = RouterOutputs['catalogue']['figures']

/** The figures and their definitions. */
export const FIGURES = [
  ['products', 'Products', 'products listed now, including sold-out ones'],
  ['brands', 'Brands', 'brands with at least one product listed'],
  ['partners', 'Partner stores', 'approved stores with at least one product listed'],
  ['categories', 'Categories', 'categories with at least one product'],
  ['newArrivals', 'New arrivals', 'products added in the last 30 days'],
  ['onSale', 'On sale', 'products with a price below their original price'],
] as const

/** The four main figures in large type. */
export function LargeFigures({ figures }: { figures: SiteFigures }) {
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-12 border-t border-line pt-10 lg:grid-cols-[repeat(4,auto)] lg:justify-between">
        {FIGURES.slice(0, 4).map(([key, label]) => (
          <div key={key} className="rise flex flex-col-reverse justify-end">
            <dt className="mt-3 text-sm text-muted">{label}</dt>
            <dd
              data-figure={key}
              className="font-display text-[clamp(3.25rem,7.2vw,7.5rem)] leading-[0.8] tracking-[-0.04em] tabular-nums"
            >
              {formatCount(figures[key])}
            </dd>
          </div>
        ))}
      </dl>
      <CountedAt figures={figures} />
    </>
  )
}

export function CountedAt({ figures: { countedAt } }: { figures: SiteFigures }) {
  const moment = countedAt.toISOString()
  return (
    <p className="mt-6 text-sm text-muted">
      Counted from our database on{' '}
      <time dateTime={moment}>
        {formatDate(countedAt)}, {moment.slice(11, 16)} UTC
      </time>
      .
    </p>
  )
}
