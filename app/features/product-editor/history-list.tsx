import { Link } from '#app/components/link.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { useLoaded } from '#app/lib/use-loaded.ts'
import { ChangeLines } from '#app/parts/own-products/change-lines.tsx'
import { LocalTime } from './local-time.tsx'

type History = RouterOutputs['products']['history']

const EVENT_NAMES: Record<History['events'][number]['type'], string> = {
  created: 'Created',
  updated: 'Changed',
  synced: 'Synced',
  deleted: 'Deleted',
  restored: 'Restored',
}

/** The product's changes with their authors, newest first. */
export function HistoryList({ productId }: { productId: string }) {
  const history = useLoaded(async () =>
    (await import('#app/lib/trpc-client.ts')).client.products.history.query({ productId }),
  )
  if (history === 'loading')
    return (
      <p role="status" className="text-sm text-muted">
        Loading...
      </p>
    )
  if (history === 'failed')
    return (
      <p role="alert" className="text-sm">
        We could not load the history. To try again, open the Product tab and then this one.
      </p>
    )
  const { events } = history
  if (!events.length) return <p className="text-sm text-muted">No changes to this product yet.</p>
  return (
    <ol aria-label="History" className="border-t border-line text-sm">
      {events.map(({ id, type, changes, currency, createdAt, act }) => (
        <li key={id} className="grid gap-x-6 border-b border-line py-2.5 sm:grid-cols-[14rem_minmax(0,1fr)]">
          <span className="text-muted">
            <LocalTime date={createdAt} />
            <span className="block wrap-anywhere">{act.actorName}</span>
          </span>
          <div className="min-w-0">
            <Link to={dashboardPaths.activity({ act: act.id })} className="font-medium hover:underline">
              {act.kind === 'undo' ? 'Undid changes' : EVENT_NAMES[type]}
            </Link>
            <ChangeLines changes={changes} currency={currency} />
          </div>
        </li>
      ))}
    </ol>
  )
}
