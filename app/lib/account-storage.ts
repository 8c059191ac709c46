import { pressedStores } from './favourite-stores.ts'
import { pressedHearts } from './wishlist.ts'

/** What this browser keeps of an account stands under these names; recently viewed and the like are the browser's own. */
const ACCOUNT_KEYS = /^(wtf-account-|wishlist_)/

/** Removes from this browser what belongs to the account that has just been signed out. */
export function forgetAccount(): void {
  pressedHearts.set(new Map())
  pressedStores.set(new Map())
  for (const open of [() => localStorage, () => sessionStorage]) {
    try {
      const storage = open()
      for (const key of Object.keys(storage)) if (ACCOUNT_KEYS.test(key)) storage.removeItem(key)
    } catch {
      // A browser that keeps nothing has nothing to remove.
    }
  }
}
