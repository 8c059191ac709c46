import type { MetaFunction } from '@remix-run/node'
import { Outlet } from '@remix-run/react'
import { AdminsOnly } from '#app/features/admin/admins-only.tsx'
import { ErrorPage } from '#app/features/shell/error-page.tsx'

/** Of what is refused or fails: pages have their own. */
export const meta: MetaFunction = () => [{ title: 'Admin | WTF' }, { name: 'robots', content: 'noindex' }]

/** The frame of every page of administrators. Who may see one is asked by its own loader, where the data is. */
export default function AdminLayout() {
  return (
    <main id="content" className="page pb-24">
      <Outlet />
    </main>
  )
}

export function ErrorBoundary() {
  return (
    <AdminsOnly>
      <ErrorPage />
    </AdminsOnly>
  )
}
