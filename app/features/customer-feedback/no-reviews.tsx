import { EmptyState } from '#app/components/empty-state.tsx'

export function NoReviews({ headingLevel = 'h2' }: { headingLevel?: 'h2' | 'h3' }) {
  return (
    <EmptyState drawing="no-results" title="No Reviews Yet" headingLevel={headingLevel}>
      Shoppers who visited your store through WTF can review your products. Reviews appear here once our team has
      approved them, and you can respond to them.
    </EmptyState>
  )
}
