import { useLocation, useNavigationType } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { LIST_HEADING_ID, type TO_LIST } from '#app/lib/list-heading.ts'
import { useLive } from '#app/lib/use-live.ts'

/**
 * Moves the focus to the list's heading after a search, after a step to another page of the list, and if the URL points
 * to the heading. Not after going back, which restores the position.
 * @param isBelow whether the list is below other content: then a visitor who arrives with a search is scrolled to it.
 */
export function useListFocus(isBelow: boolean, q: string): void {
  const { key, hash, state } = useLocation() as { key: string; hash: string; state: Partial<typeof TO_LIST> | null }
  const isWalk = useNavigationType() !== 'POP'
  const isLive = useLive()
  const seen = useRef<string | null>(null)
  useEffect(() => {
    const isFirst = seen.current === null
    if (seen.current === key) return
    seen.current = key
    const heading = document.getElementById(LIST_HEADING_ID)
    if (isWalk && (state?.focus === LIST_HEADING_ID || hash === `#${LIST_HEADING_ID}`))
      heading?.focus({ preventScroll: true })
    else if (isFirst && isBelow && q && hash === '' && scrollY === 0 && (isLive ? isWalk : isFreshDocument())) {
      heading?.scrollIntoView()
      heading?.focus({ preventScroll: true })
    }
  }, [key, hash, state, isWalk, isBelow, q, isLive])
}

/** Returns whether the page was opened, not reloaded or returned to. */
function isFreshDocument(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return entry instanceof PerformanceNavigationTiming && entry.type === 'navigate'
}
