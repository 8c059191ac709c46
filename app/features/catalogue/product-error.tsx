import { isRouteErrorResponse, useRouteError } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import { BackLink } from '#app/components/back-link.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { paths } from '#app/lib/paths.ts'

export function ProductError() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <main id="content" className="page">
        <EmptyState
          headingLevel="h1"
          drawing="not-found"
          title="Product not found"
          action={
            <Link to={paths.allProducts()} className="button button-accent">
              Browse All Products
            </Link>
          }
        >
          The product you&apos;re looking for doesn&apos;t exist.
        </EmptyState>
      </main>
    )
  }
  return (
    <main id="content" className="page">
      <EmptyState
        headingLevel="h1"
        drawing="error"
        title="Error loading product"
        action={<BackLink fallback={paths.allProducts()} />}
      >
        Failed to load product. Try again in a moment.
      </EmptyState>
    </main>
  )
}
