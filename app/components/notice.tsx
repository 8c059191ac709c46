import X from 'lucide-react/icons/x'
import { useState } from 'react'

/**
 * A message that the previous page left, shown above this one. It stays until the reader closes it or opens another
 * page.
 */
export function Notice({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(true)
  if (!isOpen) return null
  return (
    <div role="status" className="border-b border-line bg-raised">
      <div className="page flex items-center gap-4 py-2">
        <p className="grow py-2 text-sm">{text}</p>
        <button
          type="button"
          onClick={() => setOpen(false)}
          aria-label="Close message"
          className="icon-button needs-script shrink-0"
        >
          <X aria-hidden size={18} />
        </button>
      </div>
    </div>
  )
}
