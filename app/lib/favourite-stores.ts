import { createStore } from './store.ts'
import { toast } from './toast.ts'

/** What hearts on stores show that were pressed since the page was loaded, by partner. */
export const pressedStores = createStore<ReadonlyMap<string, boolean>>(new Map())

const show = (partnerId: string, isFavourite: boolean) => pressedStores.set(new Map(pressedStores.get()).set(partnerId, isFavourite))
/** The last press counts when answers overtake each other. */
const lastPress = new Map<string, number>()
let presses = 0

/** Fills or empties a store's heart at once, tells the server, and takes it back when that fails. @returns false: nobody is signed in any more */
export async function saveFavouriteStore(partnerId: string, isFavourite: boolean): Promise<boolean> {
  const press = ++presses
  lastPress.set(partnerId, press)
  show(partnerId, isFavourite)
  try {
    const { client } = await import('./trpc-client.ts')
    const { message } = await client.stores[isFavourite ? 'favourite' : 'unfavourite'].mutate({ partnerId })
    toast.set({ tone: 'plain', title: message })
  } catch (error) {
    if (lastPress.get(partnerId) === press) show(partnerId, !isFavourite)
    const code = (error as { data?: { code?: string } }).data?.code
    if (code === 'UNAUTHORIZED') return false
    toast.set(code === undefined
      ? { tone: 'error', title: 'Connection Error: Failed to update your favourite stores. Please try again.' }
      : { tone: 'error', title: 'Error', text: 'Failed to update your favourite stores' })
  }
  return true
}
