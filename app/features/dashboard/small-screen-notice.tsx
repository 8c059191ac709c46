import { useEffect, useState } from 'react'
import { Dialog } from '#app/components/dialog.tsx'

/** The storage key. The mark belongs to the browser, and stays when its user signs out. */
const MARK = 'wtf-small-dashboard'

/** A note for narrow screens, shown once in each browser. The dashboard needs more room, but works all the same. */
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
    return localStorage.getItem(MARK) !== null
  } catch {
    return false
  }
}

function remember(): void {
  try {
    localStorage.setItem(MARK, 'yes')
  } catch {
    // Without storage, the notice appears again on the next page.
  }
}
