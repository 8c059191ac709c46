import { useLocation } from '@remix-run/react'
import { useEffect, useRef, type RefObject } from 'react'

/**
 * Keeps a search field in sync with the URL, but never overwrites text that is being typed. While the visitor types,
 * the page of the last search may arrive, or the page may hydrate. The field must have `text` as its default value.
 */
export function useAddressText(field: RefObject<HTMLInputElement>, text: string): void {
  const { pathname } = useLocation()
  const last = useRef<string>()
  useEffect(() => {
    const input = field.current
    const isTypedIn = input !== null && input === document.activeElement && input.value !== last.current
    if (last.current !== undefined && input && !isTypedIn) input.value = text
    last.current = text
  }, [field, text, pathname])
}
