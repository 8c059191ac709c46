import { useCallback, useEffect, useRef } from 'react'
import type { ProductDetail } from '#app/lib/api-types.ts'
import { importExtra } from '#app/lib/stale-build.ts'
import { useSession } from '#app/parts/session/use-session.ts'
import { useWishlistIds, wishlist } from '#app/parts/wishlist/wishlist.ts'
import type { Signal } from './note.ts'

/**
 * Records actions on a product page in this device's profile, after the page has loaded.
 * @returns a function to call when the product's store is opened
 */
export function useTasteNotes(product: ProductDetail): () => void {
  const note = useCallback(
    (signal: Signal) =>
      void importExtra(() => import('./note.ts')).then(
        (part) => part.note(product, signal),
        () => undefined,
      ),
    [product],
  )
  const session = useSession()
  const ids = useWishlistIds()
  const pressed = wishlist.pressed.use().get(product.id)
  const isSaved = session ? (pressed ?? ids.includes(product.id)) : null
  const wasSaved = useRef(isSaved)
  useEffect(() => whenIdle(() => note('looked')), [note])
  useEffect(() => {
    const before = wasSaved.current
    wasSaved.current = isSaved
    // Without a session, nothing is known about saved products.
    if (isSaved === null) return
    if (before !== null && before !== isSaved) note(isSaved ? 'saved' : 'not saved')
    else return whenIdle(() => note(isSaved ? 'stood saved' : 'not saved'))
  }, [note, isSaved])
  return useCallback(() => note('left'), [note])
}

/** @returns a function that cancels the work */
function whenIdle(work: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, 1_500)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: 4_000 })
  return () => cancelIdleCallback(handle)
}
