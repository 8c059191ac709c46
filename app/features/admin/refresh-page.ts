import { createStore } from '#app/lib/store.ts'
import { toast } from '#app/lib/toast.ts'

const DELAY_MS = 1_000

/** True from a change of the whole site until the page that shows it is loaded. */
export const isRefreshing = createStore(false)

/** Says what has changed, and loads the page anew a second later. */
export function refreshPage(title: string): void {
  toast.set({ tone: 'plain', title, text: 'Refreshing page...' })
  isRefreshing.set(true)
  setTimeout(() => window.location.reload(), DELAY_MS)
}
