import { useSession } from '#app/parts/session/use-session.ts'
import { useWishlistIds, wishlist } from './wishlist.ts'

/** Returns the number of saved products, including the pressed hearts. */
export function countWishlist(wishlistIds: readonly string[], pressed: ReadonlyMap<string, boolean>): number {
  const saved = new Set(wishlistIds)
  for (const [productId, isSaved] of pressed) {
    if (isSaved) saved.add(productId)
    else saved.delete(productId)
  }
  return saved.size
}

/** Returns the number of the viewer's saved products, including the latest hearts; 0 for visitors. */
export function useWishlistCount(): number {
  const session = useSession()
  const wishlistIds = useWishlistIds()
  const pressed = wishlist.pressed.use()
  return session ? countWishlist(wishlistIds, pressed) : 0
}
