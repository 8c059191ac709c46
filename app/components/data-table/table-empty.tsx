import { Link } from '#app/components/link.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'

interface Words {
  title: string
  text: string
}

interface TableEmptyProps {
  isFiltered: boolean
  /** For a table that has never had rows. */
  none: Words
  /** For filters without matches, with a link that clears them. */
  noMatch: Words & { action: string; href: string }
}

/** Replaces the rows: explains why there are none, and what to do next. */
export function TableEmpty({ isFiltered, none, noMatch }: TableEmptyProps) {
  if (!isFiltered)
    return (
      <EmptyState drawing="no-results" title={none.title}>
        {none.text}
      </EmptyState>
    )
  const action = (
    <Link to={noMatch.href} className="button button-quiet">
      {noMatch.action}
    </Link>
  )
  return (
    <EmptyState drawing="no-results" title={noMatch.title} action={action}>
      {noMatch.text}
    </EmptyState>
  )
}
