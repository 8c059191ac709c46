import { EmptyState } from '#app/components/empty-state.tsx'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { paths } from '#app/lib/paths.ts'

/** @param refusal why this partner may not see the page; null if it could not be loaded */
export function CustomizationError({ refusal }: { refusal: string | null }) {
  return refusal === null ? (
    <EmptyState
      headingLevel="h1"
      drawing="error"
      title="Failed to load store data."
      action={
        <a href={dashboardPaths.storefront()} className="button button-accent">
          Try again
        </a>
      }
    >
      Your page and your draft are safe.
    </EmptyState>
  ) : (
    <EmptyState
      headingLevel="h1"
      drawing="empty-store"
      title="You don’t have access to Store Customization"
      action={
        <a href={paths.dashboard()} className="button button-accent">
          Go to your dashboard
        </a>
      }
    >
      {refusal}
    </EmptyState>
  )
}
