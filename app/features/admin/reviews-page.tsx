import { StateTabs } from '#app/components/data-table/state-tabs.tsx'
import { TableHead } from '#app/components/data-table/table-head.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { FormMessage } from '#app/components/field.tsx'
import { Pagination } from '#app/components/pagination.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { REVIEW_STATES, type ReviewQueueQuery } from '#server/feedback/review-queue.schema.ts'
import { QueuedFeedback } from './queued-feedback.tsx'
import { QueuedReview } from './queued-review.tsx'

const NAMES = { pending: 'Waiting', flagged: 'Flagged', approved: 'Approved', rejected: 'Rejected', spam: 'Spam' }

/** What shoppers say of products, to be judged; those that wait come first. And what stores ask us to look at again. */
export function ReviewsPage({
  queue: { items, counts, page, totalPages },
  query: { state },
  problem,
}: {
  queue: RouterOutputs['admin']['reviews']
  query: ReviewQueueQuery
  problem: string | undefined
}) {
  const place = { state, page }
  return (
    <>
      <TableHead
        area="Administration"
        title="Reviews"
        hint="Nothing shows before it is approved, and nothing counts. The measure is whether it is about the product and fit to be read, not how many stars it has."
      />
      <StateTabs
        label="States"
        className="mt-8 -ml-2 sm:-ml-2.5"
        tabs={REVIEW_STATES.map((each) => ({
          name: NAMES[each],
          count: counts[each],
          href: adminPaths.adminReviews({ state: each }),
          isCurrent: state === each,
        }))}
      />
      <FormMessage>{problem}</FormMessage>
      {items.length > 0 ? (
        <ul className="mt-2 border-t border-line">
          {items.map((item) =>
            item.kind === 'review' ? (
              <QueuedReview key={`${item.id} ${item.revision}`} review={item} place={place} />
            ) : (
              <QueuedFeedback key={item.id} feedback={item} place={place} />
            ),
          )}
        </ul>
      ) : (
        <EmptyState drawing="no-results" title={EMPTY[state].title}>
          {EMPTY[state].text}
        </EmptyState>
      )}
      <Pagination
        page={page}
        totalPages={totalPages}
        hrefFor={(number) => adminPaths.adminReviews({ state, page: number })}
      />
    </>
  )
}

const NONE = { title: 'Nothing here', text: 'No review is in this state.' }
const EMPTY = {
  pending: { title: 'Nothing waits', text: 'What shoppers write shows here at once.' },
  flagged: { title: 'Nothing is flagged', text: 'Stores can flag reviews, and messages that they get.' },
  approved: NONE,
  rejected: NONE,
  spam: NONE,
}
