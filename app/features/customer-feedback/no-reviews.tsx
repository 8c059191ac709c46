import { EmptyState } from '#app/components/empty-state.tsx'

export function NoReviews({ headingLevel = 'h2' }: { headingLevel?: 'h2' | 'h3' }) {
  return (
    <EmptyState drawing="no-results" title="No Reviews Yet" headingLevel={headingLevel}>
      Whoever went to your store from here may review what they found. A review shows here once somebody of ours has
      looked at it, and you can answer it.
    </EmptyState>
  )
}
