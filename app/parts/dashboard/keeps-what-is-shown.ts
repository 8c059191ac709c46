import type { ClientLoaderFunctionArgs } from '@remix-run/react'
import { toast } from '#app/lib/toast.ts'

/**
 * A page's client loader: the shown data stays if it cannot be reloaded. It does not run on hydration: Remix would
 * answer early clicks with a page without its data.
 * @param routeId the id of the page's file, under which Remix keeps the server's data
 * @param failed the toast on failure; none if another loader of the page shows it
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
    // Only for the same address: another person may have signed in since, and another period has other figures.
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
