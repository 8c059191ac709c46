import { X } from 'lucide-react'
import { useEffect } from 'react'
import { toast } from '#app/lib/toast.ts'

const SHOWN_MS = 4_000

/** Stands once on every page; says what has just happened, and goes by itself. */
export function Toasts() {
  const shown = toast.use()
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => toast.set(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shown])
  return (
    <div role="status" className="pointer-events-none fixed inset-x-4 bottom-6 z-50 flex justify-center">
      {shown && (
        <div className={`pointer-events-auto flex max-w-md animate-appear items-start gap-4 rounded-2xl border bg-raised p-4 pl-5 ${shown.tone === 'error' ? 'border-sale' : 'border-line'}`}>
          <div className="grow py-1.5">
            <p className="font-semibold">{shown.title}</p>
            {shown.text && <p className="mt-0.5 text-sm text-muted">{shown.text}</p>}
          </div>
          <button type="button" onClick={() => toast.set(null)} aria-label="Close message" className="icon-button -my-0.5 shrink-0"><X aria-hidden size={18} /></button>
        </div>
      )}
    </div>
  )
}
