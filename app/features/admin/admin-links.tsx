import { Link } from '#app/components/link.tsx'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { formatCount } from '#app/lib/format.ts'
import { ADMIN_PAGES } from './admin-nav.ts'
import { countOnPage, type Queues } from './queues/queues.ts'

export function AdminLinks({ waiting, onFollow }: { waiting: Queues; onFollow?: () => void }) {
  return (
    <ul className="divide-y divide-line/60 border-y border-line">
      {ADMIN_PAGES.map(({ name, text, to }) => {
        const count = countOnPage(waiting, to)
        return (
          <li key={to}>
            <Link to={to} onClick={onFollow} className="group flex min-h-14 items-center justify-between gap-4 py-2">
              <span>
                <span className="group-hover:underline group-hover:decoration-accent group-hover:underline-offset-4">
                  {name}
                </span>{' '}
                {count > 0 && (
                  <span className="ml-2 text-sm text-accent tabular-nums">{formatCount(count)} waiting</span>
                )}
                <span className="block text-sm text-muted">{text}</span>
              </span>
              <ArrowRight
                aria-hidden
                size={18}
                className="shrink-0 text-muted transition-colors group-hover:text-accent"
              />
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
