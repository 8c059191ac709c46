import { isRouteErrorResponse, useLocation, useRouteError } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import type { ReactNode } from 'react'
import { EmptyState } from '#app/components/empty-state.tsx'
import { paths } from '#app/lib/paths.ts'
import { returnPath } from '#app/lib/return-path.ts'
import { useRootData } from '#app/lib/root-data.ts'

/**
 * The error boundary of admin routes. Shows others that they have no access, and shows `children` for every other
 * error.
 */
export function AdminsOnly({ children }: { children: ReactNode }) {
  const error = useRouteError()
  const hasBypass = useRootData()?.hasBypass
  const location = useLocation()
  if (!isRouteErrorResponse(error) || (error.status !== 403 && error.status !== 401)) return children
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
      <div className="-mt-8 pb-16 text-center text-sm text-muted">
        <p>Admin access: {hasBypass ? 'Cookie Bypass' : 'None'}</p>
        {error.status === 401 && (
          <Link
            to={paths.login({ redirectTo: returnPath(location) })}
            className="link inline-flex min-h-11 items-center text-text"
          >
            Sign in as an administrator
          </Link>
        )}
      </div>
    </main>
  )
}
