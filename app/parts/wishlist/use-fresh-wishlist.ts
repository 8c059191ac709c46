import { useEffect, useRef } from 'react'
import { wishlist } from './wishlist.ts'

const CHANNEL = 'wtf-wishlist'
/** The delay after a settled change: a burst of presses causes one request. */
export const REFRESH_AFTER_MS = 200
/** The maximum age of the list when a visitor returns to the tab. */
const FRESH_MS = 30_000

/**
 * Keeps the hearts in sync with other tabs and devices. For signed-in viewers, once per page.
 * @param loaded the ids of the root's last load
 */
export function useFreshWishlist(loaded: readonly string[]): void {
  const known = useRef(loaded)
  useEffect(() => {
    if (known.current === loaded) return
    known.current = loaded
    if (!saysTheSame(loaded)) refresh()
  }, [loaded])
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    let timer: ReturnType<typeof setTimeout> | undefined
    let asOf = Date.now()
    const refreshSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(refresh, REFRESH_AFTER_MS)
      asOf = Date.now()
    }
    channel.onmessage = refreshSoon
    const onVisible = () => {
      if (document.visibilityState === 'visible' && Date.now() - asOf > FRESH_MS) refreshSoon()
    }
    document.addEventListener('visibilitychange', onVisible)
    const stopTelling = wishlist.onSettled(() => channel.postMessage(null))
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisible)
      stopTelling()
      channel.close()
    }
  }, [])
}

/** Notifies every tab of this browser, including this one, that the wishlist changed other than by a heart. */
export function announceChange(): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(null)
  channel.close()
}

/** Refreshes the wishlist. A failed refresh is retried on the next event. */
const refresh = (): void => void wishlist.refresh().catch(() => undefined)

function saysTheSame(loaded: readonly string[]): boolean {
  const known = wishlist.ids.get()
  const pressed = wishlist.pressed.get()
  const there = new Set(loaded)
  return (
    (known === null || (known.length === loaded.length && known.every((id) => there.has(id)))) &&
    [...pressed].every(([id, isOn]) => there.has(id) === isOn)
  )
}
