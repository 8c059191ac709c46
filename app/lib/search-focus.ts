import { useLocation, useNavigationType } from '@remix-run/react'
import { useEffect, useRef, type RefObject } from 'react'

/** State of a link after which the cursor stands in the page's search box. */
export const TO_SEARCH = { focus: 'search' }

/** Puts the cursor into the search box in the element, for those who came to search; going back and reloading do not. */
export function useSearchFocus(): RefObject<HTMLDivElement> {
  const { key, state } = useLocation() as { key: string; state: Partial<typeof TO_SEARCH> | null }
  const isWalk = useNavigationType() !== 'POP'
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isWalk && state?.focus === TO_SEARCH.focus) root.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [key, state, isWalk])
  return root
}
