import { Link } from '#app/components/link.tsx'
import { formatCount } from '#app/lib/format.ts'

interface StateTab {
  name: string
  count: number
  href: string
  isCurrent: boolean
}

interface StateTabsProps {
  label: string
  tabs: StateTab[]
  /** True if the counts are lower bounds. */
  isCut?: boolean
  className?: string
}

/** Tabs for the states of rows, each with its count. */
export function StateTabs({ label, tabs, isCut = false, className = '' }: StateTabsProps) {
  return (
    <nav aria-label={label} className={`flex flex-wrap sm:gap-x-1 ${className}`}>
      {tabs.map(({ name, count, href, isCurrent }) => (
        <Link
          key={name}
          to={href}
          aria-current={isCurrent ? 'page' : undefined}
          className={`inline-flex min-h-11 items-center gap-1.5 border-b-2 px-2 text-sm sm:px-2.5 ${isCurrent ? 'border-accent' : 'border-transparent text-muted hover:text-text'}`}
        >
          {name}{' '}
          <span className="text-muted tabular-nums">
            {formatCount(count)}
            {isCut && '+'}
          </span>
        </Link>
      ))}
    </nav>
  )
}
