import { useEffect } from 'react'

/** States that styles across the page depend on; `data-...` on the root element. */
type RootMark = 'choosing' | 'covered' | 'header-away' | 'offline' | 'smooth' | 'typing'

/**
 * Marks the root element, so that styles anywhere can depend on it. `:has()` on the root or body would make the browser
 * recalculate all styles after most changes, which slowed down the first seconds on phones.
 */
export function markRoot(mark: RootMark, isOn: boolean): void {
  document.documentElement.toggleAttribute(`data-${mark}`, isOn)
}

/** Marks the root element while `isOn` is true. */
export function useRootMark(mark: RootMark, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    markRoot(mark, true)
    return () => markRoot(mark, false)
  }, [mark, isOn])
}
