import type { ClientLoaderFunctionArgs } from '@remix-run/react'
import { toast } from '#app/lib/toast.ts'

/**
 * A page's client loader: what is shown stays if it cannot be read anew. It does not run on hydration: Remix would answer whoever
 * clicks before that is over with a page without its data.
 * @param routeId of the page's own file, by which Remix keeps what the server has rendered
 * @param failed the words of the toast that then says so; none if another loader of the page does
 */
export function keepsWhatIsShown(routeId: string, failed?: string) {
  let last: { loaded: unknown; address: string } | undefined
  let isFirst = true
  const opened = addressShown()
  return async ({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<unknown> => {
    if (isFirst) last = { loaded: window.__remixContext.state.loaderData?.[routeId], address: opened }
    isFirst = false
    const { pathname, search } = new URL(request.url)
    const address = pathname + search
    // Only what stands there now: somebody else may have signed in since, and another period has other figures.
    if (last && (addressShown() !== address || last.address !== address)) last = undefined
    try {
      last = { loaded: await serverLoader(), address }
    } catch (error) {
      // A redirect, or a refusal: the page is not for this viewer any more.
      if (!last?.loaded || (error instanceof Response && error.status < 500)) throw error
      if (failed) toast.set({ tone: 'error', title: 'Error', text: failed })
    }
    return last.loaded
  }
}

/** '' where there is no browser. */
const addressShown = () => (typeof location === 'undefined' ? '' : location.pathname + location.search)
