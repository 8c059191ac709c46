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
      Nothing of your page or your draft is lost.
    </EmptyState>
  ) : (
    <EmptyState
      headingLevel="h1"
      drawing="empty-store"
      title="Store Customization is closed to you"
      action={
        <a href={paths.dashboard()} className="button button-accent">
          To your dashboard
        </a>
      }
    >
      {refusal}
    </EmptyState>
  )
}
