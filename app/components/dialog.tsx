import { Dialog as HeadlessDialog, DialogPanel, DialogTitle } from '@headlessui/react'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { useBackLayer } from '#app/lib/back-stack.ts'

interface DialogProps {
  title: string
  onClose: () => void
  /** False for dialogs that open automatically or that stop a navigation: the browser's Back leaves the page. */
  closesOnBack?: boolean
  children: ReactNode
}

/**
 * A modal dialog. Escape, the backdrop, the close button and the browser's Back close it. It moves the focus in and
 * restores it, and the page behind does not scroll. Load it on demand.
 */
export function Dialog({ title, onClose, closesOnBack = true, children }: DialogProps) {
  useBackLayer(closesOnBack, onClose)
  return (
    <HeadlessDialog open onClose={onClose} className="fixed inset-0 z-50 overflow-y-auto overscroll-contain bg-ink/80">
      <div className="flex min-h-full items-end justify-center sm:items-center sm:p-6">
        <DialogPanel className="w-full max-w-lg animate-appear rounded-t-3xl border border-line bg-surface p-6 pb-10 [&_.field]:bg-ink sm:rounded-3xl sm:p-9">
          <div className="flex items-start justify-between gap-4">
            <DialogTitle className="text-3xl leading-tight sm:text-4xl">{title}</DialogTitle>
            <button type="button" onClick={onClose} aria-label="Close" className="icon-button -mt-1 -mr-2 shrink-0">
              <X aria-hidden size={20} />
            </button>
          </div>
          {children}
        </DialogPanel>
      </div>
    </HeadlessDialog>
  )
}
