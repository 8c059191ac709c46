import { Link } from '#app/components/link.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'

interface Words {
  title: string
  text: string
}

interface TableEmptyProps {
  isFiltered: boolean
  /** Of a table in which nothing has ever been. */
  none: Words
  /** When the filters select nothing, and the way out of them. */
  noMatch: Words & { action: string; href: string }
}

/** In place of the rows: why there are none, and what to do next. */
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
