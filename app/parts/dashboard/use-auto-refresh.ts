import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import { useEvent } from '#app/lib/use-event.ts'

interface HowToRefresh {
  autoRefresh: boolean
  /** In seconds. */
  refreshInterval: number
}

/**
 * Reloads the page's data at the account's interval, while the tab is visible and the user is not busy. Busy means that
 * a field has the focus, a dialog is open, or `isEditing` is true.
 * @param isEditing the page's own state: unsaved changes or selected rows
 */
export function useAutoRefresh({ autoRefresh, refreshInterval }: HowToRefresh, isEditing = false): void {
  const { revalidate, state } = useRevalidator()
  const refresh = useEvent(() => {
    if (!document.hidden && state === 'idle' && !isEditing && !isInTheMiddle()) void revalidate()
  })
  useEffect(() => {
    if (!autoRefresh) return
    const timer = setInterval(refresh, refreshInterval * 1_000)
    return () => clearInterval(timer)
  }, [autoRefresh, refreshInterval, refresh])
}

function isInTheMiddle(): boolean {
  const { activeElement } = document
  return (
    activeElement?.matches('input, textarea, select, [contenteditable]') === true ||
    // Closed popovers are in the document, too.
    [...document.querySelectorAll('[role="dialog"]')].some((dialog) => dialog.checkVisibility())
  )
}
