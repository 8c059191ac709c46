import { useEffect, type RefObject } from 'react'
import { markRoot } from '#app/lib/root-mark.ts'
import { useScrolledDown } from '#app/lib/scroll-direction.ts'

/** Elements that keep the header visible. */
const HOLDS = ":focus-visible, [aria-expanded='true'], :popover-open"
/** Events that may change whether there is such an element. */
const EVENTS = ['focusin', 'focusout', 'toggle', 'click']

/**
 * Marks the document while the header is hidden: after scrolling down, unless it contains the focus or an open menu.
 */
export function useHeaderAway(header: RefObject<HTMLElement | null>): void {
  const isDown = useScrolledDown()
  useEffect(() => {
    const element = header.current
    if (!isDown || !element) return
    const settle = () => markRoot('header-away', element.querySelector(HOLDS) === null)
    settle()
    for (const type of EVENTS) element.addEventListener(type, settle, true)
    return () => {
      for (const type of EVENTS) element.removeEventListener(type, settle, true)
      markRoot('header-away', false)
    }
  }, [header, isDown])
}
