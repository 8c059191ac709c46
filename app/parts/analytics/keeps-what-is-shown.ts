import type { ClientLoaderFunctionArgs } from '@remix-run/react'
import { toast } from '#app/lib/toast.ts'

/**
 * A page's client loader: what is shown stays if it cannot be read anew.
 * @param failed the words of the toast that then says so; none if another loader of the page does
 */
export function keepsWhatIsShown(failed?: string) {
  let last: { loaded: unknown } | undefined
  const load = async ({ serverLoader }: ClientLoaderFunctionArgs): Promise<unknown> => {
    try {
      last = { loaded: await serverLoader() }
    } catch (error) {
      // A redirect, or a refusal: the page is not for this viewer any more.
      if (!last || (error instanceof Response && error.status < 500)) throw error
      if (failed) toast.set({ tone: 'error', title: 'Error', text: failed })
    }
    return last.loaded
  }
  // What the server has rendered is the first that is kept.
  return Object.assign(load, { hydrate: true as const })
}
