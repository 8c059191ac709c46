import { Link } from '#app/components/link.tsx'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { EmptyState } from '#app/components/empty-state.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { formatAge } from '#app/lib/format-age.ts'
import { formatCount } from '#app/lib/format.ts'
import type { Queues } from './queues.ts'
import { sayCount, waitingAt } from './waiting.ts'

/** The queues that need attention, most urgent first. */
export function WaitingList({ queues, now }: { queues: Queues; now: Date }) {
  const rows = waitingAt(queues, now)
  const overdue = rows.filter(({ isOverdue }) => isOverdue).length
  if (rows.length === 0)
    return (
      <EmptyState drawing="no-results" title="Nothing needs attention">
        Every queue is empty. New items appear here and show how long they have been waiting.
      </EmptyState>
    )
  return (
    <>
      <p className="mt-6 text-sm text-muted" role="status">
        {rows.length === 1 ? 'One queue needs attention' : `${formatCount(rows.length)} queues need attention`}
        {overdue > 0 && <strong className="font-medium text-sale">, {formatCount(overdue)} overdue</strong>}.
      </p>
      <ul aria-label="Needs attention" className="mt-4 max-w-4xl border-t border-line">
        {rows.map(({ queue, name, text, to, oldest, isOverdue }) => (
          <li key={queue.name} className="border-b border-line">
            <Link
              to={to}
              prefetch="intent"
              className="group grid min-h-14 grid-cols-[3.5rem_minmax(0,1fr)_auto] items-center gap-x-4 py-2.5 hover:bg-surface sm:grid-cols-[4.5rem_minmax(0,1fr)_14rem_auto]"
            >
              <span className="pl-2 font-display text-2xl tabular-nums">{sayCount(queue.count)}</span>
              <span className="min-w-0">
                <span className="font-medium group-hover:underline group-hover:decoration-accent group-hover:underline-offset-4">
                  {name}
                </span>
                <span className="block text-sm text-muted">{text}</span>
              </span>
              <span className="col-start-2 text-sm sm:col-start-3 sm:text-right">
                <span className={isOverdue ? 'text-sale' : 'text-muted'}>
                  {isOverdue ? 'Overdue: oldest ' : 'Oldest '}
                  {formatAge(now.getTime() - oldest.getTime())}
                </span>
                <span className="block text-xs text-muted tabular-nums">
                  <ExactTime date={oldest} /> UTC
                </span>
              </span>
              <ArrowRight
                aria-hidden
                size={18}
                className="mr-2 text-muted group-hover:text-accent max-sm:row-start-1 max-sm:col-start-3"
              />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
