import { isRouteErrorResponse, Link, useRouteError } from '@remix-run/react'
import type { ReactNode } from 'react'
import { EmptyState } from '#app/components/empty-state.tsx'
import { paths } from '#app/lib/paths.ts'
import { useRootData } from '#app/lib/root-data.ts'

/** Error boundary for admin routes: tells others that they have no access; shows `children` for every other error. */
export function AdminsOnly({ children }: { children: ReactNode }) {
  const error = useRouteError()
  const hasBypass = useRootData()?.hasBypass
  if (!isRouteErrorResponse(error) || error.status !== 403) return children
  const action = (
    <div className="flex flex-wrap justify-center gap-3">
      <Link to={paths.home()} className="button button-accent">
        Go to Home
      </Link>
      <Link to={paths.partnerLogin()} className="button button-quiet">
        Partner Login
      </Link>
    </div>
  )
  return (
    <main id="content" className="page">
      <EmptyState headingLevel="h1" drawing="error" title="Access Denied" action={action}>
        This admin panel is restricted to authorized administrators only.
      </EmptyState>
      <p className="-mt-8 pb-16 text-center text-sm text-muted">Admin access: {hasBypass ? 'Cookie Bypass' : 'None'}</p>
    </main>
  )
}
