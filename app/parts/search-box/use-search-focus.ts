import { useLocation, useNavigationType } from '@remix-run/react'
import { useEffect, useRef, type RefObject } from 'react'

/** Link state that puts the cursor into the next page's search box. */
export const TO_SEARCH = { focus: 'search' }

/** Puts the cursor into the element's search box for people who came to search, but not after Back or a reload. */
export function useSearchFocus(): RefObject<HTMLDivElement> {
  const { key, state } = useLocation() as { key: string; state: Partial<typeof TO_SEARCH> | null }
  const isWalk = useNavigationType() !== 'POP'
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isWalk && state?.focus === TO_SEARCH.focus) root.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [key, state, isWalk])
  return root
}
