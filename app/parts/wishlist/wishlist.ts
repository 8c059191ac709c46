import { createOptimisticSwitch } from '#app/lib/optimistic-switch.ts'
import { useRootData } from '#app/lib/root-data.ts'
import { authRequest } from '#app/parts/session/auth-request.ts'

const PENDING_KEY = 'wtf-account-pending-heart'

/** The viewer's wishlist, by product. */
export const wishlist = createOptimisticSwitch({
  save: async (client, productId, isAdded) => {
    await client.wishlist[isAdded ? 'add' : 'remove'].mutate({ productId })
    return isAdded ? 'Added to wishlist' : 'Removed from wishlist'
  },
  refused: (isAdded, code, message) => {
    if (code === undefined) return { title: 'Connection Error: Failed to update wishlist. Please try again.' }
    // The list is full.
    if (code === 'CONFLICT') return { title: 'Error', text: message }
    return { title: 'Error', text: isAdded ? 'Failed to add to wishlist' : 'Failed to remove from wishlist' }
  },
})

/** The products that were on the viewer's wishlist when the page was loaded. */
export function useWishlistIds(): readonly string[] {
  return useRootData()?.wishlistIds ?? NONE
}

const NONE: readonly string[] = []

/** A visitor pressed a heart: the product is added after they sign in, in this tab. */
export function askToSignIn(productId: string): void {
  rememberProduct(productId)
  authRequest.set({ mode: 'sign-in', why: 'wishlist' })
}

/** The visitor does not sign in after all: closes the dialog and forgets the product. */
export function dropSignIn(): void {
  takeRememberedProduct()
  authRequest.set(null)
}

function rememberProduct(productId: string): void {
  try {
    sessionStorage.setItem(PENDING_KEY, productId)
  } catch {
    // Without storage they have to press it again.
  }
}

/** The product that was wanted before signing in. Reading it deletes it. */
export function takeRememberedProduct(): string | null {
  try {
    const productId = sessionStorage.getItem(PENDING_KEY)
    sessionStorage.removeItem(PENDING_KEY)
    return productId
  } catch {
    return null
  }
}
