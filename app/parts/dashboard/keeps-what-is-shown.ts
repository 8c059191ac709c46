import type { ClientLoaderFunctionArgs } from '@remix-run/react'
import { toast } from '#app/lib/toast.ts'

/**
 * Returns a page's client loader that keeps the shown data if a reload fails. It does not run on hydration, because
 * Remix would render a page without its data after early clicks.
 * @param routeId the id of the page's file, under which Remix stores the server's data
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
    // Keep the data only for the same URL: another person may have signed in since, and another period has other
    // figures.
    if (last && (addressShown() !== address || last.address !== address)) last = undefined
    try {
      last = { loaded: await serverLoader(), address }
    } catch (error) {
      // Passes on a redirect or a refusal: this viewer no longer has access to the page.
      if (!last?.loaded || (error instanceof Response && error.status < 500)) throw error
      if (failed) toast.set({ tone: 'error', title: 'Error', text: failed })
    }
    return last.loaded
  }
}

/** Returns the current address; empty on the server. */
const addressShown = () => (typeof location === 'undefined' ? '' : location.pathname + location.search)
