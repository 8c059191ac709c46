import type { ClientLoaderFunctionArgs } from '@remix-run/react'
import { toast } from '#app/lib/toast.ts'

/**
 * A page's client loader: what is shown stays if it cannot be read anew.
 * @param failed the words of the toast that then says so; none if another loader of the page does
 */
export function keepsWhatIsShown(failed?: string) {
  let last: { loaded: unknown; address: string } | undefined
  const load = async ({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<unknown> => {
    const { pathname, search } = new URL(request.url)
    const address = pathname + search
    // Only what stands there now: somebody else may have signed in since, and another period has other figures.
    if (last && (location.pathname + location.search !== address || last.address !== address)) last = undefined
    try {
      last = { loaded: await serverLoader(), address }
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
