import { isRouteErrorResponse, useLocation, useRouteError } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { paths } from '#app/lib/paths.ts'
import { returnPath } from '#app/lib/return-path.ts'

/** Shown in the frame instead of a page that does not exist or could not be loaded. */
export function FailedPage() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  const known = isRouteErrorResponse(error) ? error : null
  if (known?.status === 404)
    return (
      <EmptyState
        headingLevel="h1"
        drawing="not-found"
        title="Page not found"
        action={
          <Link to={paths.admin()} className="button button-accent">
            Go to Needs attention
          </Link>
        }
      >
        {typeof known.data === 'string' && known.data ? known.data : 'This page does not exist. Check the address.'}
      </EmptyState>
    )
  const isSaid = known !== null && known.status < 500 && typeof known.data === 'string'
  return (
    <EmptyState
      headingLevel="h1"
      drawing="error"
      title={isSaid ? 'Invalid request' : 'Something went wrong'}
      action={
        <a href={returnPath({ pathname, search })} className="button button-accent">
          Try again
        </a>
      }
    >
      {isSaid
        ? String(known.data)
        : 'Something went wrong on our side. Nothing was lost. Please try again in a moment.'}
    </EmptyState>
  )
}
