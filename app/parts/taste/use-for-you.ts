import { useEffect, useMemo, useState } from 'react'
import { tastePaths } from '#app/lib/taste-paths.ts'
import { useEffectBeforePaint } from '#app/lib/use-effect-before-paint.ts'
import { useEvent } from '#app/lib/use-event.ts'
import { useSession } from '#app/parts/session/use-session.ts'
import { useWishlistIds } from '#app/parts/wishlist/wishlist.ts'
import { meetWishlist, passWishlist } from '#server/taste/note-signals.shared.ts'
import { rankTaste, type TastePick } from '#server/taste/rank-taste.shared.ts'
import { parsePool, type PoolProduct, type TastePool } from '#server/taste/taste-pool.shared.ts'
import type { Taste } from '#server/taste/taste.schema.ts'
import { changeTaste, useTaste, watchTaste } from './device-taste.ts'

export interface ForYou {
  /** Null until it is loaded. */
  taste: Taste | null
  /** Null until the pool is loaded. */
  ranked: Array<TastePick<PoolProduct>> | null
  hasFailed: boolean
  retry: () => void
  /** The product ids on the wishlist; null for visitors without a session. */
  wishlist: readonly string[] | null
}

/**
 * Returns this device's taste, and the products ranked by it. The pool is requested without cookies and is the same for
 * everyone; the taste is never sent. Requests no pool if there is nothing to rank by.
 */
export function useForYou(limit?: number): ForYou {
  const taste = useTaste()
  const isSignedIn = useSession() !== null
  const ids = useWishlistIds()
  const wishlist = isSignedIn ? ids : null
  const [pool, setPool] = useState<PoolProduct[] | null>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffectBeforePaint(watchTaste, [])
  const isWanted = taste !== null && taste.isOn && (taste.pieces.length > 0 || (wishlist?.length ?? 0) > 0)
  useEffect(() => {
    if (!isWanted || pool || hasFailed) return
    const asked = new AbortController()
    loadPool(asked.signal).then(setPool, () => asked.signal.aborted || setFailed(true))
    return () => asked.abort()
  }, [isWanted, pool, hasFailed])
  // Runs once, when the pool arrives, because pressing a heart here must not remove its card.
  const meet = useEvent((products: readonly PoolProduct[]) => {
    if (!isSignedIn) return
    const byId = new Map(products.map((product) => [product.id, product]))
    const find = (id: string) => {
      const product = byId.get(id)
      return product && { id, name: product.name, facts: [...product.facts] }
    }
    changeTaste((before) => meetWishlist(before, ids, find, Date.now()))
  })
  useEffect(() => {
    if (pool) meet(pool)
  }, [pool, meet])
  // Also handles an empty wishlist, without requesting a pool: products saved afterwards count.
  const passesNow = taste !== null && taste.isOn && taste.passesNextWishlist && isSignedIn
  useEffect(() => {
    if (passesNow) changeTaste((before) => (before.passesNextWishlist ? passWishlist(before, ids) : before))
  }, [passesNow, ids])
  const ranked = useMemo(() => pool && taste && rankTaste(taste, pool, Date.now(), limit), [pool, taste, limit])
  return { taste, ranked, hasFailed, retry: () => setFailed(false), wishlist }
}

/** Sends no cookies: the server does not learn who asks, and the response is the same for everyone. */
async function loadPool(signal: AbortSignal): Promise<PoolProduct[]> {
  const response = await fetch(tastePaths.pool(), { credentials: 'omit', signal })
  if (!response.ok) throw new Error(`The pool was answered by ${response.status}.`)
  return parsePool((await response.json()) as TastePool)
}
