import { Link } from './link.tsx'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import { formatCount } from '#app/lib/format.ts'
import ChevronRight from 'lucide-react/icons/chevron-right'

const MAX_NUMBERS = 5

/** Returns up to five page numbers around the current one. */
export function pageNumbers(page: number, totalPages: number): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(MAX_NUMBERS / 2), totalPages - MAX_NUMBERS + 1))
  return Array.from({ length: Math.min(MAX_NUMBERS, totalPages) }, (_, index) => first + index)
}

interface PaginationProps {
  page: number
  totalPages: number
  hrefFor: (page: number) => string
  /** Link state for the step to another page. */
  state?: object
}

export function Pagination({ page, totalPages, hrefFor, state }: PaginationProps) {
  if (totalPages <= 1) return null
  const step = 'icon-button border border-line'
  return (
    <nav aria-label="Pages" className="mt-16 flex flex-wrap items-center justify-center gap-2">
      {page > 1 ? (
        <Link to={hrefFor(page - 1)} state={state} rel="prev" aria-label="Previous page" className={step}>
          <ChevronLeft aria-hidden size={20} />
        </Link>
      ) : (
        <span aria-hidden className={`${step} opacity-30`}>
          <ChevronLeft size={20} />
        </span>
      )}
      <ol className="hidden gap-2 sm:flex">
        {pageNumbers(page, totalPages).map((number) => (
          <li key={number}>
            <Link
              to={hrefFor(number)}
              state={state}
              aria-label={`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
              className={`icon-button tabular-nums ${number === page ? 'bg-accent font-semibold text-on-accent hover:bg-accent' : ''}`}
            >
              {number}
            </Link>
          </li>
        ))}
      </ol>
      <span className="px-3 text-sm text-muted tabular-nums sm:order-last sm:basis-full sm:text-center">
        {`Page ${formatCount(page)} of ${formatCount(totalPages)}`}
      </span>
      {page < totalPages ? (
        <Link to={hrefFor(page + 1)} state={state} rel="next" aria-label="Next page" className={step}>
          <ChevronRight aria-hidden size={20} />
        </Link>
      ) : (
        <span aria-hidden className={`${step} opacity-30`}>
          <ChevronRight size={20} />
        </span>
      )}
    </nav>
  )
}
