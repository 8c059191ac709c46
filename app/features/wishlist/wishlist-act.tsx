import { useFetcher, useLocation, type FormProps } from '@remix-run/react'
import { useEffect, type ComponentType } from 'react'
import { paths } from '#app/lib/paths.ts'
import { useLive } from '#app/lib/use-live.ts'
import { returnPath } from '#app/lib/return-path.ts'
import { toast } from '#app/lib/toast.ts'
import { announceChange } from '#app/parts/wishlist/use-fresh-wishlist.ts'
import { useEvent } from '#app/lib/use-event.ts'

/** The actions of the wishlist's forms. */
export type WishlistActName = 'clear' | 'remove' | 'undo' | 'add' | 'start' | 'stop'

/** The response to an action. */
export interface WishlistAct {
  message: string
  hasFailed: boolean
  /** The id of the removal, for an undo. */
  batchId?: string | undefined
}

/** Returns the response if an action did not reach the server: shows an error and keeps the page. */
export function actNotReached(error: unknown): Response {
  // A redirect to sign in is not a failure.
  if (error instanceof Response) throw error
  const failure: WishlistAct = {
    message: 'Connection Error: Failed to update wishlist. Please try again.',
    hasFailed: true,
  }
  return Response.json(failure, { status: 503 })
}

/** Responses that were already shown: a remounted form gets the last one again. */
const shownActs = new WeakSet<WishlistAct>()

/** Returns a wishlist form that shows its result as a toast. @param onDone called on success */
export function useActToast(
  act: WishlistActName,
  onDone?: () => void,
): { Form: ComponentType<FormProps>; isBusy: boolean } {
  const fetcher = useFetcher<WishlistAct>({ key: `wishlist-${act}` })
  const undo = useFetcher({ key: 'wishlist-undo' })
  const tell = useEvent(({ message, hasFailed, batchId }: WishlistAct) => {
    const undoRemoval = (id: string) =>
      undo.submit({ form: 'undo', batchId: id, stays: 'true' }, { method: 'post', action: paths.wishlistForms() })
    toast.set(
      hasFailed
        ? {
            tone: 'error',
            ...(/^(Connection )?Error/.test(message) ? { title: message } : { title: 'Error', text: message }),
          }
        : {
            tone: 'plain',
            title: message,
            ...(batchId !== undefined && { action: { label: 'Undo', onPress: () => undoRemoval(batchId) } }),
          },
    )
    if (hasFailed) return
    announceChange()
    onDone?.()
  })
  useEffect(() => {
    if (!fetcher.data || shownActs.has(fetcher.data)) return
    shownActs.add(fetcher.data)
    tell(fetcher.data)
  }, [fetcher.data, tell])
  return { Form: fetcher.Form as ComponentType<FormProps>, isBusy: fetcher.state !== 'idle' }
}

/**
 * The hidden fields of these forms. With JavaScript the response is shown in place; without, by returning to the list.
 */
export function ActFields({ act }: { act: WishlistActName }) {
  const { pathname, search } = useLocation()
  return (
    <>
      <input type="hidden" name="form" value={act} />
      <input type="hidden" name="back" value={returnPath({ pathname, search })} />
      {useLive() && <input type="hidden" name="stays" value="true" />}
    </>
  )
}
