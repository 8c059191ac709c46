import { useSession } from '#app/parts/session/use-session.ts'
import { useWishlistIds, wishlist } from './wishlist.ts'

/** The number of saved products after these hearts were pressed. */
export function countWishlist(wishlistIds: readonly string[], pressed: ReadonlyMap<string, boolean>): number {
  const saved = new Set(wishlistIds)
  for (const [productId, isSaved] of pressed) {
    if (isSaved) saved.add(productId)
    else saved.delete(productId)
  }
  return saved.size
}

/** The number of products that the viewer has saved, with the latest hearts; 0 for visitors. */
export function useWishlistCount(): number {
  const session = useSession()
  const wishlistIds = useWishlistIds()
  const pressed = wishlist.pressed.use()
  return session ? countWishlist(wishlistIds, pressed) : 0
}
