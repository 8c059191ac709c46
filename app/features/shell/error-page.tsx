import { isRouteErrorResponse, useLocation, useRouteError } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { paths } from '#app/lib/paths.ts'
import { isLeaving } from '#app/lib/stale-build.ts'
import { returnPath } from '#app/lib/return-path.ts'

/** The page for any error of a route: what went wrong, and what to do next. */
export function ErrorPage() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  const status = isRouteErrorResponse(error) ? error.status : 500
  const isInDashboard = pathname === paths.dashboard() || pathname.startsWith(`${paths.dashboard()}/`)
  const home = isInDashboard && (
    <Link to={paths.dashboard()} className="button button-accent">
      Back to your dashboard
    </Link>
  )
  const browse = home || (
    <Link to={paths.allProducts()} className="button button-accent">
      Browse All Products
    </Link>
  )
  const again = (
    <span className="flex flex-wrap justify-center gap-3">
      <a href={returnPath({ pathname, search })} className={`button ${home ? 'button-quiet' : 'button-accent'}`}>
        Try again
      </a>
      {home}
    </span>
  )
  if (isLeaving()) return <main id="content" className="min-h-dvh" />
  if (status === 404) {
    return (
      <main id="content" className="page">
        <EmptyState headingLevel="h1" drawing="not-found" title="Page not found" action={browse}>
          {home
            ? 'This page does not exist in your dashboard. It may have been removed.'
            : 'This page does not exist. Check the address, or browse all products.'}
        </EmptyState>
      </main>
    )
  }
  if (isRouteErrorResponse(error) && (status === 400 || status === 429) && typeof error.data === 'string') {
    return (
      <main id="content" className="page">
        <EmptyState
          headingLevel="h1"
          drawing="error"
          title={status === 400 ? 'That didn’t work' : 'One moment, please'}
          action={again}
        >
          {error.data}
        </EmptyState>
      </main>
    )
  }
  return (
    <main id="content" className="page">
      <EmptyState headingLevel="h1" drawing="error" title="Something went wrong" action={again}>
        The problem is on our side. Your data is safe. Try again in a moment.
      </EmptyState>
    </main>
  )
}
