import { Link } from '#app/components/link.tsx'
import Plus from 'lucide-react/icons/plus'
import { DashboardPanel } from '#app/components/dashboard-panel.tsx'
import { formatCount } from '#app/lib/format.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { paths } from '#app/lib/paths.ts'
import type { DemandPageProps, Unmet } from './demand.ts'

/** Searches in the partner's categories that found nothing relevant. */
export function UnmetSearches({ unmet, canChange }: Pick<DemandPageProps, 'unmet' | 'canChange'>) {
  const { rows, days, others } = unmet
  const most = Math.max(...rows.map(({ foundNothing }) => foundNothing), 1)
  return (
    <DashboardPanel
      title="Searched for but not found"
      aside={
        canChange &&
        rows.length > 0 && (
          <Link to={dashboardPaths.newProduct()} className="link inline-flex min-h-11 items-center gap-1.5 text-sm">
            <Plus aria-hidden size={14} /> Add a product
          </Link>
        )
      }
    >
      <p className="mt-3 max-w-[64ch] text-sm text-muted">
        Searches in your categories in the last {days} days that found nothing, or nothing relevant. If you sell these,
        add them, or use these words in your product names.
      </p>
      {rows.length > 0 ? (
        <ul className="mt-3">
          {rows.map((row) => (
            <Row key={`${row.query} ${row.isOnOwnPage}`} row={row} most={most} />
          ))}
        </ul>
      ) : (
        <p className="mt-4 border-l-2 border-line pl-4 text-sm">
          Shoppers found what they searched for in your categories.{' '}
          <Link to={paths.ranking()} className="link">
            How search ranks products
          </Link>
        </p>
      )}
      {others > 0 && (
        <p className="mt-2 text-sm text-muted">
          And {formatCount(others)} less frequent {others === 1 ? 'search' : 'searches'}.
        </p>
      )}
    </DashboardPanel>
  )
}

function Row({ row, most }: { row: Unmet['rows'][number]; most: number }) {
  const { query, searches, foundNothing, isOnOwnPage, category } = row
  return (
    <li className="border-b border-line/60 py-2.5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Link
          to={paths.discover({ q: query })}
          prefetch="none"
          className="min-w-0 font-display text-xl leading-snug wrap-anywhere hover:underline"
        >
          {query}
        </Link>
        <span className="text-sm text-muted">
          <span className="text-text tabular-nums">{formatCount(foundNothing)}</span> of {formatCount(searches)}{' '}
          searches found nothing
        </span>
      </p>
      <span aria-hidden className="mt-1 block h-1.5 bg-raised">
        <span className="block h-full bg-(--chart-3)" style={{ width: `${(foundNothing / most) * 100}%` }} />
      </span>
      <p className="mt-1 text-xs text-muted">
        {category.name}: you have {formatCount(category.products)} listed
        {isOnOwnPage && ' · searched on your store page'}
      </p>
    </li>
  )
}
