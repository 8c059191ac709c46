import { Form, useNavigation } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import { DashboardHead } from '#app/components/dashboard-head.tsx'
import { TableFilter } from '#app/components/data-table/table-search.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatAge } from '#app/lib/format-age.ts'
import { formatProducts } from '#app/lib/format.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { ChangeLines } from '#app/parts/own-products/change-lines.tsx'
import type { ActivityQuery } from '#server/products/activity.schema.ts'

type Activity = RouterOutputs['products']['activity']
type Act = Activity['acts'][number]
type Opened = RouterOutputs['products']['act']

const ACTOR_NAMES: Record<Act['actorKind'], string> = {
  owner: 'Owner',
  staff: 'Team',
  import: 'Import',
  store: 'Store',
  schedule: 'Schedule',
  api: 'API',
}
const KIND_NAMES: Record<Act['kind'], string> = {
  create: 'Created',
  edit: 'Edited',
  duplicate: 'Duplicated',
  bulk: 'Changed',
  delete: 'Deleted',
  import: 'Imported',
  sync: 'Synced',
  schedule: 'Changed on schedule',
  undo: 'Undid changes to',
}
const EVENT_NAMES: Record<Opened['events'][number]['type'], string> = {
  created: 'Created',
  updated: 'Updated',
  synced: 'Synced',
  deleted: 'Deleted',
  restored: 'Restored',
}

interface ActivityPageProps {
  activity: Activity
  /** The expanded entry. */
  opened: Opened | null
  query: ActivityQuery
  now: Date
  /** False for team members with view access only. */
  canUndo: boolean
}

/** Changes to the partner's products, with who made them, when, and how to undo them. */
export function ActivityPage({ activity: { acts, next }, opened, query, now, canUndo }: ActivityPageProps) {
  const { actor, kind } = query
  const isFiltered = actor !== undefined || kind !== undefined
  // A linked entry may be older than the entries on this page.
  const shown = opened && !acts.some(({ id }) => id === opened.act.id) ? [opened.act, ...acts] : acts
  return (
    <>
      <DashboardHead title="Activity" asOf={now} />
      <Form method="get" action={dashboardPaths.activity()} role="search" className="mt-6 flex flex-wrap gap-2">
        <TableFilter name="actor" label="By" names={ACTOR_NAMES} chosen={actor} />
        <TableFilter name="kind" label="Type" names={KIND_NAMES} chosen={kind} />
        <button type="submit" className="button button-quiet no-script-only text-sm">
          Filter
        </button>
      </Form>
      {shown.length > 0 ? (
        <ol className="mt-5 border-t border-line text-sm">
          {shown.map((act) => (
            <ActLine
              key={act.id}
              act={act}
              opened={opened?.act.id === act.id ? opened : null}
              query={query}
              now={now}
              canUndo={canUndo}
            />
          ))}
        </ol>
      ) : (
        <EmptyState
          drawing="no-results"
          title={isFiltered ? 'No matches' : 'No activity yet'}
          action={
            <Link
              to={isFiltered ? dashboardPaths.activity() : dashboardPaths.ownProducts()}
              className="button button-quiet"
            >
              {isFiltered ? 'Show all activity' : 'Go to your products'}
            </Link>
          }
        >
          {isFiltered ? 'No changes match these filters.' : 'Changes to your products appear here. You can undo them.'}
        </EmptyState>
      )}
      {(next || query.before) && (
        <nav aria-label="Pages" className="mt-8 flex flex-wrap justify-center gap-3">
          {query.before && (
            <Link to={dashboardPaths.activity({ actor, kind })} className="button button-quiet">
              Newest
            </Link>
          )}
          {next && (
            <Link
              to={dashboardPaths.activity({ actor, kind, before: next })}
              rel="next"
              className="button button-quiet"
            >
              Older
            </Link>
          )}
        </nav>
      )}
    </>
  )
}

function ActLine({
  act,
  opened,
  query,
  now,
  canUndo,
}: {
  act: Act
  opened: Opened | null
  query: ActivityQuery
  now: Date
  canUndo: boolean
}) {
  const { id, kind, actorKind, actorName, products, productName, createdAt, undoneBy } = act
  const what = productName ?? formatProducts(products)
  return (
    <li className="border-b border-line py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <Link
          to={dashboardPaths.activity({ ...query, act: opened ? undefined : id })}
          preventScrollReset
          aria-expanded={opened !== null}
          className="min-w-0 grow py-2 wrap-anywhere hover:underline"
        >
          {KIND_NAMES[kind]} <span className="font-medium">{what}</span>
        </Link>
        <span className="flex min-h-11 items-center gap-4">
          {undoneBy !== null && <span className="text-muted">Undone by {undoneBy}</span>}
          {canUndo && act.canUndo && (
            <UndoForm
              actId={id}
              label={undoLabel(kind, products)}
              what={what}
              back={dashboardPaths.activity({ actor: query.actor, kind: query.kind })}
            />
          )}
        </span>
      </div>
      <p className="text-xs text-muted">
        {actorName} ({ACTOR_NAMES[actorKind]}), {formatAge(now.getTime() - createdAt.getTime())},{' '}
        <ExactTime date={createdAt} /> UTC
      </p>
      {opened && <Events opened={opened} query={query} />}
    </li>
  )
}

function Events({ opened: { act, events, next }, query }: { opened: Opened; query: ActivityQuery }) {
  return (
    <div className="my-3 border-l-2 border-line pl-4">
      <ul className="grid gap-3">
        {events.map(({ id, productId, productName, type, changes, currency }) => (
          <li key={id}>
            <Link to={dashboardPaths.ownProduct(productId)} className="font-medium wrap-anywhere hover:underline">
              {productName}
            </Link>{' '}
            <span className="text-muted">{EVENT_NAMES[type]}</span>
            <ChangeLines changes={changes} currency={currency} />
          </li>
        ))}
      </ul>
      {next && (
        <Link
          to={dashboardPaths.activity({ ...query, act: act.id, after: next })}
          preventScrollReset
          className="link mt-3 inline-flex min-h-11 items-center"
        >
          More products in this change
        </Link>
      )}
    </div>
  )
}

/** Names the effect of the undo, unless it only restores earlier values. */
function undoLabel(kind: Act['kind'], products: number): string {
  const them = products === 1 ? 'it' : 'them'
  if (kind === 'create' || kind === 'duplicate') return `Undo (deletes ${them})`
  if (kind === 'import') return 'Undo (deletes new products)'
  return kind === 'delete' ? `Undo (restores ${them})` : 'Undo'
}

function UndoForm({ actId, label, what, back }: { actId: string; label: string; what: string; back: string }) {
  const { state, formData } = useNavigation()
  const isBusy = state !== 'idle' && formData?.get('actId') === actId
  return (
    <Form method="post" action={dashboardPaths.activity()}>
      <input type="hidden" name="actId" value={actId} />
      <input type="hidden" name="back" value={back} />
      <button
        type="submit"
        aria-label={label === 'Undo' ? `Undo: ${what}` : `${label}, ${what}`}
        aria-disabled={isBusy || undefined}
        className="link min-h-11"
      >
        {isBusy ? 'Undoing...' : label}
      </button>
    </Form>
  )
}
