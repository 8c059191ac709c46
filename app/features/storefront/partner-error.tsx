import { isRouteErrorResponse, Link, useRouteError } from '@remix-run/react'
import { BackLink } from '#app/components/back-link.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { paths } from '#app/lib/paths.ts'

/** The partner's store page failed: there is no such store, or it could not be loaded. */
export function PartnerError() {
  const error = useRouteError()
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  return (
    <main id="content" className="page">
      <EmptyState
        headingLevel="h1"
        drawing={isMissing ? 'empty-store' : 'error'}
        title={isMissing ? 'Store Not Found' : 'Error loading store'}
        action={
          <Link to={paths.allProducts()} className="button button-accent">
            Browse All Stores
          </Link>
        }
      >
        {isMissing
          ? 'It may have left WTF, or the address has a slip in it.'
          : 'Something went wrong on our side. Try again in a moment.'}
      </EmptyState>
    </main>
  )
}

/** The same for the public brand page. */
export function BrandError() {
  const error = useRouteError()
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  return (
    <main id="content" className="page">
      <EmptyState
        headingLevel="h1"
        drawing={isMissing ? 'empty-store' : 'error'}
        title={isMissing ? 'Brand not found' : 'Error loading brand'}
        action={<BackLink fallback={paths.allProducts()} label="Go Back" />}
      >
        {isMissing
          ? 'It may have left WTF, or the address has a slip in it.'
          : 'Something went wrong on our side. Try again in a moment.'}
      </EmptyState>
    </main>
  )
}
