import { isAdminPanelOpen } from '#app/parts/admin/admin-panel-state.ts'
import { lazyPart } from '#app/lib/use-part.ts'
import MaintenanceSwitch from './maintenance-switch.tsx'
import type { AdminView } from './site-state.ts'

const AdminPanel = lazyPart(() => import('./admin-panel.tsx'))

/** Administrator tools on every page of the site. */
export default function AdminTools({ view }: { view: AdminView }) {
  const isOpen = isAdminPanelOpen.use()
  return (
    <>
      <MaintenanceSwitch site={view.site} />
      {isOpen && <AdminPanel view={view} onMissing={() => isAdminPanelOpen.set(false)} />}
    </>
  )
}
