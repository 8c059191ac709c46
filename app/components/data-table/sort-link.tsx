import { Link } from '#app/components/link.tsx'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import type { Column } from './data-table.tsx'

interface SortLinkProps {
  name: string
  /** The link that sorts by this column, or reverses the order. */
  href: string
  /** The current sort direction of this column, if any. */
  sort: Column<unknown>['sort']
}

/** The head of a sortable column. */
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
