import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import { toast, type Toast } from '#app/lib/toast.ts'

const SHOWN_MS = 4_000
/** A dismissed toast stays in the document for this long, so that screen readers can finish. */
const REMOVED_AFTER_MS = 3_000

/**
 * Shows the latest message and hides it after a while, but not while it is hovered or focused. Render it once per page.
 */
export function Toasts() {
  const shown = toast.use()
  return (
    <>
      <div role="status" className="toasts">
        {shown?.tone === 'plain' && <OneToast key={keyOf(shown)} shown={shown} />}
      </div>
      <div role="alert" className="toasts">
        {shown?.tone === 'error' && <OneToast key={keyOf(shown)} shown={shown} />}
      </div>
    </>
  )
}

const keys = new WeakMap<Toast, number>()
let lastKey = 0

/** Returns a key per toast object, so that showing the same text again creates a new toast. */
function keyOf(shown: Toast): number {
  const key = keys.get(shown) ?? ++lastKey
  keys.set(shown, key)
  return key
}

function OneToast({ shown }: { shown: Toast }) {
  const [isHeld, setHeld] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const left = useRef(SHOWN_MS)
  useEffect(() => {
    if (isHeld || isLeaving) return
    const since = performance.now()
    const timer = setTimeout(() => setLeaving(true), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - since
    }
  }, [isHeld, isLeaving])
  useEffect(() => {
    if (!isLeaving) return
    const timer = setTimeout(() => toast.get() === shown && toast.set(null), REMOVED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isLeaving, shown])
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- pauses while hovered or focused, and Escape closes it
    <div
      className="toast"
      data-tone={shown.tone}
      data-leaving={isLeaving || undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onKeyDown={(event) => event.key === 'Escape' && setLeaving(true)}
    >
      <div className="grow py-1.5">
        <p className="font-semibold">{shown.title}</p>
        {shown.text && <p className="mt-0.5 text-sm text-muted">{shown.text}</p>}
      </div>
      {shown.action && (
        <button
          type="button"
          onClick={() => {
            setLeaving(true)
            shown.action?.onPress()
          }}
          className="link min-h-11 shrink-0 text-sm font-semibold"
        >
          {shown.action.label}
        </button>
      )}
      <button
        type="button"
        onClick={() => setLeaving(true)}
        aria-label="Close message"
        className="icon-button -my-0.5 shrink-0"
      >
        <X aria-hidden size={18} />
      </button>
    </div>
  )
}
