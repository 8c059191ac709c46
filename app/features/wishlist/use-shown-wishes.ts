import { useLocation, useRevalidator } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import type { WishData } from '#app/lib/api-types.ts'
import { useEvent } from '#app/lib/use-event.ts'
import { REFRESH_AFTER_MS } from '#app/parts/wishlist/use-fresh-wishlist.ts'
import { wishlist } from '#app/parts/wishlist/wishlist.ts'

/**
 * Returns the page's items. Items removed here stay in place, so that their hearts can be filled again. The page
 * reloads shortly after the response to each heart.
 */
export function useShownWishes(items: readonly WishData[]): ReadonlyArray<{ item: WishData; isRemoved: boolean }> {
  const { pathname, search } = useLocation()
  const place = pathname + search
  const pressed = wishlist.pressed.use()
  const [last, setLast] = useState({ place, items, shown: items })
  const { revalidate } = useRevalidator()
  const refresh = useEvent(revalidate)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = wishlist.onSettled(() => {
      clearTimeout(timer)
      timer = setTimeout(refresh, REFRESH_AFTER_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [refresh])
  const ids = wishlist.ids.use()
  const knownIds = useRef(ids)
  useEffect(() => {
    // Another tab or a form has changed the wishlist.
    if (ids !== knownIds.current) refresh()
    knownIds.current = ids
  }, [ids, refresh])
  let { shown } = last
  if (last.items !== items || last.place !== place) {
    shown = last.place === place ? withRemoved(items, last.shown, (id) => pressed.get(id) === false) : items
    setLast({ place, items, shown })
  }
  const there = new Set(items.map(({ itemId }) => itemId))
  return shown.map((item) => ({
    item,
    isRemoved: item.productId !== null && (pressed.get(item.productId) ?? there.has(item.itemId)) === false,
  }))
}

/** Inserts removed items at their previous positions. */
function withRemoved(
  items: readonly WishData[],
  before: readonly WishData[],
  isRemoved: (productId: string) => boolean,
): readonly WishData[] {
  const there = new Set(items.map(({ productId, itemId }) => productId ?? itemId))
  const shown = [...items]
  for (const [index, item] of before.entries())
    if (item.productId !== null && !there.has(item.productId) && isRemoved(item.productId)) shown.splice(index, 0, item)
  return shown
}
