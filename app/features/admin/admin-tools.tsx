import { lazy, Suspense } from 'react'
import { adminPanel } from '#app/lib/admin-panel.ts'
import MaintenanceSwitch from './maintenance-switch.tsx'
import type { AdminView } from './site-state.ts'

const AdminPanel = lazy(() => import('./admin-panel.tsx'))

/** What administrators have on every page. */
export default function AdminTools({ view }: { view: AdminView }) {
  const isOpen = adminPanel.use()
  return (
    <>
      <MaintenanceSwitch site={view.site} />
      {isOpen && <Suspense fallback={null}><AdminPanel view={view} /></Suspense>}
    </>
  )
}
