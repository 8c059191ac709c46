import { isRouteErrorResponse, useRouteError } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import type { ReactNode } from 'react'
import { BackLink } from '#app/components/back-link.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { paths } from '#app/lib/paths.ts'

/** Error page of a partner's store: it does not exist, or could not be loaded. */
export function PartnerError() {
  return (
    <Failed missing="Store Not Found" broken="Error loading store">
      <Link to={paths.allProducts()} className="button button-accent">
        Browse All Stores
      </Link>
    </Failed>
  )
}

/** Error page of the public brand page. */
export function BrandError() {
  return (
    <Failed missing="Brand not found" broken="Error loading brand">
      <BackLink fallback={paths.allProducts()} label="Go Back" />
    </Failed>
  )
}

/** @param children the link to continue */
function Failed({ missing, broken, children }: { missing: string; broken: string; children: ReactNode }) {
  const error = useRouteError()
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  return (
    <main id="content" className="page">
      <EmptyState
        headingLevel="h1"
        drawing={isMissing ? 'empty-store' : 'error'}
        title={isMissing ? missing : broken}
        action={children}
      >
        {isMissing
          ? "It may have left WTF, or there's a typo in the address."
          : 'Something went wrong on our side. Try again in a moment.'}
      </EmptyState>
    </main>
  )
}
