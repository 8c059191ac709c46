import { useEffect, type RefObject } from 'react'
import { markRoot } from '#app/lib/root-mark.ts'
import { useScrolledDown } from '#app/lib/scroll-direction.ts'

/** What keeps the header where it is. */
const HOLDS = ":focus-visible, [aria-expanded='true'], :popover-open"
/** What can begin or end that. */
const EVENTS = ['focusin', 'focusout', 'toggle', 'click']

/** Marks the document while the header is hidden: after scrolling down, unless the focus or an open menu is in it. */
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
