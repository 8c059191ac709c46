import { useEffect, useRef } from 'react'
import { wishlist } from './wishlist.ts'

const CHANNEL = 'wtf-wishlist'
/** After a change has been answered, so that a burst of presses is asked about once. */
export const REFRESH_AFTER_MS = 200
/** Of a tab that somebody comes back to. */
const FRESH_MS = 30_000

/**
 * Keeps the hearts true while other tabs and devices change the wishlist too. For signed-in viewers, once on a page.
 * @param loaded what the root's last loading said
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

/** Tells every tab of this browser, this one too, that the wishlist was changed otherwise than by a heart. */
export function announceChange(): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(null)
  channel.close()
}

/** What fails is asked again when the next reason comes. */
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
