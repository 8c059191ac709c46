import { isRouteErrorResponse } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'

/** Shown if the figures could not be loaded. The layout handles missing permissions. */
export function LoadFailed({ error, text, retry }: { error: unknown; text: string; retry: string }) {
  if (isRouteErrorResponse(error) && error.status < 500) throw error
  return (
    <EmptyState
      headingLevel="h1"
      drawing="error"
      title="Error"
      action={
        <Link reloadDocument to={retry} className="button button-accent">
          Retry
        </Link>
      }
    >
      {text}
    </EmptyState>
  )
}
