import { useEffect, useState, type KeyboardEvent, type RefObject } from 'react'
import { useBackLayer } from '#app/lib/back-stack.ts'
import { useRootMark } from '#app/lib/root-mark.ts'
import { useEvent } from '#app/lib/use-event.ts'

/** Makes the open filters a modal dialog on phones: Tab stays inside, and the browser's Back closes them. */
export function useFilterSheet(panel: RefObject<HTMLElement | null>) {
  const [isOpen, setOpen] = useState(false)
  const close = useEvent(() => {
    if (panel.current?.matches(':popover-open')) panel.current.hidePopover()
  })
  useBackLayer(isOpen, close)
  useRootMark('covered', isOpen)
  useEffect(() => {
    const element = panel.current
    const wide = matchMedia('(min-width: 64rem)')
    const onToggle = () => setOpen(element?.matches(':popover-open') ?? false)
    const onWide = () => wide.matches && close()
    // The sheet may have been opened before hydration.
    onToggle()
    element?.addEventListener('toggle', onToggle)
    wide.addEventListener('change', onWide)
    return () => {
      element?.removeEventListener('toggle', onToggle)
      wide.removeEventListener('change', onWide)
    }
  }, [panel, close])
  if (!isOpen) return {}
  return {
    role: 'dialog',
    'aria-modal': true,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Tab') return
      const buttons = [...event.currentTarget.querySelectorAll('button')].filter((button) => button.checkVisibility())
      const [from, to] = event.shiftKey ? [buttons[0], buttons.at(-1)] : [buttons.at(-1), buttons[0]]
      if (event.target !== from) return
      event.preventDefault()
      to?.focus()
    },
  }
}
