import { useEffect, useState } from 'react'
import { Dialog } from '#app/components/dialog.tsx'

/** Stored until the browser's window is closed. */
const MARK = 'wtf-small-dashboard'

/** A notice on narrow screens, once per session: the dashboard is made for larger screens, but works on small ones. */
export function SmallScreenNotice() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const narrow = window.matchMedia('(width < 48rem)')
    const look = () => setOpen(narrow.matches && !isRemembered())
    look()
    narrow.addEventListener('change', look)
    return () => narrow.removeEventListener('change', look)
  }, [])
  if (!isOpen) return null
  const close = () => {
    remember()
    setOpen(false)
  }
  return (
    <Dialog title="Small screen" onClose={close} closesOnBack={false}>
      <p className="mt-4 text-muted">
        The dashboard works best on a desktop or tablet. On a phone, turn it sideways for more room.
      </p>
      <button type="button" onClick={close} className="button button-accent mt-7">
        Continue Anyway
      </button>
    </Dialog>
  )
}

function isRemembered(): boolean {
  try {
    return sessionStorage.getItem(MARK) !== null
  } catch {
    return false
  }
}

function remember(): void {
  try {
    sessionStorage.setItem(MARK, 'yes')
  } catch {
    // Without storage, the notice appears again on the next page.
  }
}
