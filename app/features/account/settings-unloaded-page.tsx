import { useLocation } from '@remix-run/react'
import { EmptyState } from '#app/components/empty-state.tsx'
import { returnPath } from '#app/lib/return-path.ts'

/** Replaces the settings if the account could not be loaded. */
export function UnloadedPage() {
  const { pathname, search } = useLocation()
  return (
    <main id="content" className="page">
      <EmptyState
        headingLevel="h1"
        drawing="error"
        title="Failed to load user profile"
        action={
          <a href={returnPath({ pathname, search })} className="button button-accent">
            Try again
          </a>
        }
      >
        Your data is safe. Try again in a moment.
      </EmptyState>
    </main>
  )
}
