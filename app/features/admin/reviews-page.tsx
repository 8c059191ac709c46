import { QueuePage, type QueueState } from '#app/components/data-table/queue-page.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import type { ReviewQueueQuery } from '#server/feedback/review-queue.schema.ts'
import { QueuedFeedback } from './queued-feedback.tsx'
import { QueuedReview } from './queued-review.tsx'

const NONE = { title: 'No reviews', text: 'Reviews with this status appear here.' }
const STATES: Record<ReviewQueueQuery['state'], QueueState> = {
  pending: { name: 'Waiting', empty: { title: 'No reviews waiting', text: 'New reviews appear here immediately.' } },
  flagged: {
    name: 'Flagged',
    empty: { title: 'Nothing flagged', text: 'Reviews and messages that stores flag appear here.' },
  },
  approved: { name: 'Approved', empty: NONE },
  rejected: { name: 'Rejected', empty: NONE },
  spam: { name: 'Spam', empty: NONE },
}

/** The review queue, waiting first, and the reviews and messages that stores flagged. */
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
    <QueuePage
      area="Administration"
      title="Reviews"
      hint="Reviews are published and counted only after approval. Check that each one is about the product and appropriate, whatever its rating."
      states={STATES}
      state={state}
      counts={counts}
      page={page}
      totalPages={totalPages}
      hrefFor={(of, number) => adminPaths.adminReviews({ state: of, page: number })}
      problem={problem}
    >
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
      ) : null}
    </QueuePage>
  )
}
