import { useSyncExternalStore } from 'react'

/** All bars are shown this close to the top. */
const TOP_PX = 100
/** Smaller scroll movements change nothing. */
const THRESHOLD_PX = 6

/** Returns whether bars hide after scrolling from `last` to `now`, in pixels from the top; null for no change. */
export function hidesBars(last: number, now: number): boolean | null {
  if (now <= TOP_PX) return false
  return Math.abs(now - last) < THRESHOLD_PX ? null : now > last
}

let isDown = false
let last = 0
const listeners = new Set<() => void>()

function onScroll(): void {
  const now = window.scrollY
  const next = hidesBars(last, now)
  if (next === null) return
  last = now
  if (next === isDown) return
  isDown = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (!listeners.size) {
    last = window.scrollY
    window.addEventListener('scroll', onScroll, { passive: true })
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (!listeners.size) window.removeEventListener('scroll', onScroll)
  }
}

/**
 * Returns true after scrolling down past 100 pixels, false after scrolling up and near the top. All bars share it, so
 * that they move together.
 */
export function useScrolledDown(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isDown,
    () => false,
  )
}
