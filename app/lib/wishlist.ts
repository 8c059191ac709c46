import { authDialog } from './auth-dialog.ts'
import { createStore } from './store.ts'
import { toast } from './toast.ts'

const PENDING_KEY = 'wtf-account-pending-heart'

/** What hearts show that were pressed since the page was loaded, by product. */
export const pressedHearts = createStore<ReadonlyMap<string, boolean>>(new Map())

const show = (productId: string, isSaved: boolean) => pressedHearts.set(new Map(pressedHearts.get()).set(productId, isSaved))
/** The last press counts when answers overtake each other. */
const lastPress = new Map<string, number>()
let presses = 0

/** Fills or empties a heart at once, tells the server, and takes it back when that fails. @returns false: nobody is signed in any more */
export async function saveHeart(productId: string, isSaved: boolean): Promise<boolean> {
  const press = ++presses
  lastPress.set(productId, press)
  show(productId, isSaved)
  const procedure = isSaved ? 'add' : 'remove'
  try {
    const { client } = await import('./trpc-client.ts')
    await client.wishlist[procedure].mutate({ productId })
    toast.set({ tone: 'plain', title: isSaved ? 'Added to wishlist' : 'Removed from wishlist' })
  } catch (error) {
    if (lastPress.get(productId) === press) show(productId, !isSaved)
    const { data, message } = error as { data?: { code?: string }; message: string }
    const code = data?.code
    if (code === 'UNAUTHORIZED') return false
    if (code === undefined) toast.set({ tone: 'error', title: 'Connection Error: Failed to update wishlist. Please try again.' })
    else if (code === 'CONFLICT') toast.set({ tone: 'error', title: 'Error', text: message })
    else toast.set({ tone: 'error', title: 'Error', text: isSaved ? 'Failed to add to wishlist' : 'Failed to remove from wishlist' })
  }
  return true
}

/** A visitor pressed a heart: it is saved once he has signed in, in this tab. */
export function askToSignIn(productId: string): void {
  rememberHeart(productId)
  authDialog.set({ mode: 'sign-in', why: 'wishlist' })
}

/** He does not sign in after all: the dialog closes, and the heart that he pressed is forgotten. */
export function dropSignIn(): void {
  takeRememberedHeart()
  authDialog.set(null)
}

function rememberHeart(productId: string): void {
  try {
    sessionStorage.setItem(PENDING_KEY, productId)
  } catch {
    // Then he presses it again.
  }
}

/** The heart that was pressed before signing in; forgotten by reading it. */
export function takeRememberedHeart(): string | null {
  try {
    const productId = sessionStorage.getItem(PENDING_KEY)
    sessionStorage.removeItem(PENDING_KEY)
    return productId
  } catch {
    return null
  }
}
