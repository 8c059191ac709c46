import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'

/** A dialog that a button with `popovertarget` opens, also without JavaScript. Escape and a click outside close it. */
export function Panel({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <div
      id={id}
      {...{ popover: 'auto' }}
      role="dialog"
      aria-labelledby={`${id}-title`}
      className="m-auto w-[min(28rem,calc(100vw-2rem))] rounded-3xl border border-line bg-surface p-6 text-left text-text backdrop:bg-ink/80 sm:p-9"
    >
      <div className="flex items-start justify-between gap-4">
        <h2 id={`${id}-title`} className="min-w-0 text-3xl leading-tight wrap-anywhere">
          {title}
        </h2>
        <button type="button" {...hidesPanel(id)} aria-label="Close" className="icon-button -mt-1 -mr-2 shrink-0">
          <X aria-hidden size={20} />
        </button>
      </div>
      {children}
    </div>
  )
}

/** Returns the attributes of a button that closes the panel. */
export const hidesPanel = (id: string) => ({ popovertarget: id, popovertargetaction: 'hide' })
