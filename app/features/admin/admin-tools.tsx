import { lazy, Suspense } from 'react'
import { isAdminPanelOpen } from '#app/parts/admin/admin-panel-state.ts'
import MaintenanceSwitch from './maintenance-switch.tsx'
import type { AdminView } from './site-state.ts'

const AdminPanel = lazy(() => import('./admin-panel.tsx'))

/** The administrators' tools on every page. */
export default function AdminTools({ view }: { view: AdminView }) {
  const isOpen = isAdminPanelOpen.use()
  return (
    <>
      <MaintenanceSwitch site={view.site} />
      {isOpen && (
        <Suspense fallback={null}>
          <AdminPanel view={view} />
        </Suspense>
      )}
    </>
  )
}
