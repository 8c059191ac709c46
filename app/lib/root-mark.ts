import { useEffect } from 'react'

/** What styles all over the page depend on; `data-...` of the document. */
type RootMark = 'choosing' | 'covered' | 'header-away' | 'offline' | 'smooth' | 'typing'

/**
 * Marks the document, for styles of something far away: with `:has()` on the document or its body the browser works out
 * the styles of the whole page again after most changes of it, which held up the first seconds of a phone.
 */
export function markRoot(mark: RootMark, isOn: boolean): void {
  document.documentElement.toggleAttribute(`data-${mark}`, isOn)
}

/** Marks the document for as long as it is so. */
export function useRootMark(mark: RootMark, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    markRoot(mark, true)
    return () => markRoot(mark, false)
  }, [mark, isOn])
}
