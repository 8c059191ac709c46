import { Link } from '#app/components/link.tsx'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import type { Column } from './data-table.tsx'

interface SortLinkProps {
  name: string
  /** Sorts by it, or the other way round. */
  href: string
  /** How the rows are sorted by it now, if they are. */
  sort: Column<unknown>['sort']
}

/** The head of a column that has an order. */
export function SortLink({ name, href, sort }: SortLinkProps) {
  const Arrow = sort === 'ascending' ? ArrowUp : ArrowDown
  return (
    <Link
      to={href}
      preventScrollReset
      className={`inline-flex items-center gap-1 py-1 hover:text-text ${sort ? 'text-text' : ''}`}
    >
      {name}
      {sort && <Arrow aria-hidden size={12} />}
    </Link>
  )
}
