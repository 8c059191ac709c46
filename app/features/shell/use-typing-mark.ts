import { useEffect } from 'react'
import { markRoot } from '#app/lib/root-mark.ts'

const TEXTS = "input:not([type='checkbox'], [type='radio'], [type='range'], [type='submit']), textarea"

/**
 * Marks the document while a text field has the focus, because an open keyboard on a phone needs the space of the bars.
 */
export function useTypingMark(): void {
  useEffect(() => {
    const settle = () => markRoot('typing', document.activeElement?.matches(TEXTS) ?? false)
    settle()
    document.addEventListener('focusin', settle)
    document.addEventListener('focusout', settle)
    return () => {
      document.removeEventListener('focusin', settle)
      document.removeEventListener('focusout', settle)
    }
  }, [])
}
