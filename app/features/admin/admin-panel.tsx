import { Dialog, DialogPanel, DialogTitle } from '@headlessui/react'
import X from 'lucide-react/icons/x'
import { useBackLayer } from '#app/lib/back-stack.ts'
import { isAdminPanelOpen } from '#app/parts/admin/admin-panel-state.ts'
import { AdminLinks } from './admin-links.tsx'
import { SiteFacts } from './site-facts.tsx'
import { SiteForms } from './site-forms.tsx'
import type { AdminView } from './site-state.ts'

/** Opens below the right end of the header, or as a sheet on phones. */
export default function AdminPanel({ view }: { view: AdminView }) {
  const close = () => isAdminPanelOpen.set(false)
  useBackLayer(true, close)
  return (
    <Dialog open onClose={close} className="fixed inset-0 z-50 overflow-y-auto overscroll-contain bg-ink/70">
      <div className="flex min-h-full items-end sm:items-start sm:justify-end sm:p-4 sm:pt-17 sm:pr-[clamp(1rem,4vw,4rem)]">
        <DialogPanel className="w-full animate-appear rounded-t-3xl border border-line bg-surface p-6 pb-10 sm:w-104 sm:rounded-3xl sm:pb-7">
          <div className="flex items-start justify-between gap-4">
            <DialogTitle className="text-3xl leading-tight">Admin Panel</DialogTitle>
            <button type="button" onClick={close} aria-label="Close" className="icon-button -mt-1 -mr-2 shrink-0">
              <X aria-hidden size={20} />
            </button>
          </div>
          <div className="mt-5 space-y-7">
            <div>
              <SiteFacts view={view} />
            </div>
            <SiteForms site={view.site} />
            <AdminLinks waiting={view.waiting} onFollow={close} />
          </div>
        </DialogPanel>
      </div>
    </Dialog>
  )
}
