import { createShared } from '#app/lib/shared.ts'
import { toast } from '#app/lib/toast.ts'

const DELAY_MS = 1_000

/** True from a change of the whole site until the page that shows it is loaded. */
export const isRefreshing = createShared(false)

/** Shows what has changed, and reloads the page a second later. */
export function refreshPage(title: string): void {
  toast.set({ tone: 'plain', title, text: 'Refreshing page...' })
  isRefreshing.set(true)
  setTimeout(() => window.location.reload(), DELAY_MS)
}
