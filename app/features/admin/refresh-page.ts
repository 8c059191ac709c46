import { createShared } from '#app/lib/shared.ts'
import { toast } from '#app/lib/toast.ts'

const DELAY_MS = 1_000

/** True from a site-wide change until the page has reloaded. */
export const isRefreshing = createShared(false)

/** Shows the change as a toast, and reloads the page a second later. */
export function refreshPage(title: string): void {
  toast.set({ tone: 'plain', title, text: 'Refreshing page...' })
  isRefreshing.set(true)
  setTimeout(() => window.location.reload(), DELAY_MS)
}
