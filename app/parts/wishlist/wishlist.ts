import { createOptimisticSwitch, type OptimisticSwitch } from '#app/lib/optimistic-switch.ts'
import { createShared, type Shared } from '#app/lib/shared.ts'
import { useRootData, wishlistIdsOf } from '#app/lib/root-data.ts'
import { authRequest } from '#app/parts/session/auth-request.ts'

const PENDING_KEY = 'wtf-account-pending-heart'

export interface Wishlist extends OptimisticSwitch {
  /** The server's latest list, newest first; null while the page's loaded data is current. */
  ids: Pick<Shared<readonly string[] | null>, 'get' | 'use'>
  /** Reloads the list, because another tab or device may have changed it. */
  refresh: () => Promise<void>
}

/** The viewer's wishlist by product id. */
export const wishlist = createWishlist()

/** @param connect returns the client; by default it is loaded on demand */
export function createWishlist(
  connect?: NonNullable<Parameters<typeof createOptimisticSwitch>[0]['connect']>,
): Wishlist {
  const ids = createShared<readonly string[] | null>(null)
  const hearts = createOptimisticSwitch({
    save: (client, productId, isAdded) => client.wishlist[isAdded ? 'add' : 'remove'].mutate({ productId }),
    read: async (client, productId) => (await client.wishlist.ids.query()).includes(productId),
    done: (isAdded) => (isAdded ? 'Added to wishlist' : 'Removed from wishlist'),
    refused: (isAdded, code, message) => {
      if (code === undefined) return { title: 'Connection Error: Failed to update wishlist. Please try again.' }
      // The list is full.
      if (code === 'CONFLICT') return { title: 'Error', text: message }
      return { title: 'Error', text: isAdded ? 'Failed to add to wishlist' : 'Failed to remove from wishlist' }
    },
    ...(connect && { connect }),
  })
  return {
    ...hearts,
    ids,
    refresh: () => hearts.catchUp((client) => client.wishlist.ids.query(), ids.set),
    forget: () => {
      hearts.forget()
      ids.set(null)
    },
  }
}

/** Returns the product ids on the viewer's wishlist, as last loaded from the server. */
export function useWishlistIds(): readonly string[] {
  const root = useRootData()
  return wishlist.ids.use() ?? (root ? wishlistIdsOf(root) : NONE)
}

const NONE: readonly string[] = []

/** Asks a visitor who pressed a heart to sign in. The product is added afterwards, in this tab. */
export function askToSignIn(productId: string): void {
  rememberProduct(productId)
  authRequest.set({ mode: 'sign-in', why: 'wishlist' })
}

/** Cancels the sign-in: closes the dialog and forgets the product. */
export function dropSignIn(): void {
  takeRememberedProduct()
  authRequest.set(null)
}

function rememberProduct(productId: string): void {
  try {
    sessionStorage.setItem(PENDING_KEY, productId)
  } catch {
    // Without storage, the visitor has to press the heart again.
  }
}

/** Returns the product to add after signing in, and forgets it. */
export function takeRememberedProduct(): string | null {
  try {
    const productId = sessionStorage.getItem(PENDING_KEY)
    sessionStorage.removeItem(PENDING_KEY)
    return productId
  } catch {
    return null
  }
}
