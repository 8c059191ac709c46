import { formatCount } from '#app/lib/format.ts'
import { toast } from '#app/lib/toast.ts'
import { CHANGED_AT_ONCE, type OwnFilter, type ProductsChange } from '#server/products/own-products.schema.ts'

/** Individually selected products, or all that match the filter. */
export type Chosen = { ids: readonly string[] } | { filter: OwnFilter; count: number }

interface ChangeProgress {
  done: number
  total: number
}

const loadClient = async () => (await import('#app/lib/trpc-client.ts')).patientClient

/**
 * Changes products in batches that belong to one action, and shows the result with an undo.
 * @param tell called with the progress
 * @param isStopped called before each batch; finished batches are kept
 * @param reload called after a change, its undo, or an aborted attempt
 */
export async function changeChosen(
  chosen: Chosen,
  change: ProductsChange,
  {
    tell,
    isStopped,
    reload,
  }: {
    tell: (progress: ChangeProgress) => void
    isStopped: () => boolean
    reload: (cause: 'changed' | 'failed' | 'undone') => void
  },
): Promise<void> {
  const total = { actId: null as string | null, changed: 0, unchanged: 0, refused: [] as string[] }
  let failure: string | null = null
  try {
    const client = await loadClient()
    const ids = 'ids' in chosen ? chosen.ids : await client.products.select.query(chosen.filter)
    let left = ids
    while (left.length && !isStopped()) {
      tell({ done: ids.length - left.length, total: ids.length })
      const part = await client.products.change.mutate({
        ids: left.slice(0, CHANGED_AT_ONCE),
        change,
        ...(total.actId && { actId: total.actId }),
      })
      left = [...part.left, ...left.slice(CHANGED_AT_ONCE)]
      total.actId = part.actId
      total.changed += part.changed
      total.unchanged += part.unchanged
      total.refused.push(...part.refused.map(({ name, reason }) => `${name}: ${reason}`))
    }
  } catch (error) {
    failure = (error as { data?: unknown }).data
      ? (error as Error).message
      : 'The connection was lost. Check your products before you try again.'
  }
  const { actId } = total
  const text = [
    failure,
    total.unchanged && `${countOf(total.unchanged)} unchanged.`,
    total.refused.length &&
      `${countOf(total.refused.length)} could not be changed: ${total.refused.slice(0, 3).join(' ')}`,
  ]
    .filter(Boolean)
    .join(' ')
  toast.set({
    tone: failure || (total.refused.length && !total.changed) ? 'error' : 'plain',
    title: titleOf(change, total.changed),
    ...(text && { text }),
    ...(actId && { action: { label: 'Undo', onPress: () => void requestUndoAct(actId, () => reload('undone')) } }),
  })
  if (failure) reload('failed')
  else if (total.changed) reload('changed')
}

/** Undoes an action, and shows the result. @param reload called whatever the result */
export async function requestUndoAct(actId: string, reload: () => void): Promise<void> {
  try {
    const client = await loadClient()
    const { restored, skipped, changedSince, overLimit, limitReason } = await client.products.undo.mutate({ actId })
    toast.set({
      tone: 'plain',
      title: `${countOf(restored)} restored`,
      ...(skipped + overLimit > 0 && {
        text: [
          skipped
            ? `${countOf(skipped)} not restored because of later changes: ${changedSince.slice(0, 3).join(', ')}.`
            : '',
          overLimit ? `${countOf(overLimit)} not restored because of a limit. ${limitReason ?? ''}` : '',
        ]
          .filter(Boolean)
          .join(' '),
      }),
    })
  } catch (error) {
    toast.set({
      tone: 'error',
      title: 'Could not undo',
      text: (error as { data?: unknown }).data
        ? (error as Error).message
        : 'The connection was lost. Please try again.',
    })
  }
  reload()
}

export const countOf = (count: number): string => `${formatCount(count)} ${count === 1 ? 'product' : 'products'}`

function titleOf({ kind }: ProductsChange, changed: number): string {
  if (!changed) return 'Nothing changed'
  return `${countOf(changed)} ${kind === 'delete' ? 'deleted' : kind === 'restore' ? 'restored' : 'changed'}`
}
