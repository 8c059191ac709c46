import { useNavigation } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import { StateTabs } from '#app/components/data-table/state-tabs.tsx'
import { TableFilter, TableSearch } from '#app/components/data-table/table-search.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Pagination } from '#app/components/pagination.tsx'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { FEEDBACK_TABS } from '#server/feedback/customer-feedback-values.schema.ts'
import { feedbackHref, LIST, feedbackListHref, type CustomerFeedbackPageProps } from './customer-feedback-address.ts'
import type { Opened } from './customer-feedback-address.ts'
import { NoReviews } from './no-reviews.tsx'
import { FeedbackEntry } from './feedback-entry.tsx'
import { ANSWER_FILTERS, RATING_FILTERS, STATUS_FILTERS } from './feedback-words.ts'

const TAB_NAMES = { reviews: 'Product Reviews', feedback: 'General Feedback' }

/** All feedback, searched and filtered by the URL, with forms to answer it. */
export function FeedbackList({
  list,
  query,
  canAnswer,
  onOpen,
}: CustomerFeedbackPageProps & { onOpen: (opened: Opened) => void }) {
  const { reviews, feedback, counts, page, totalPages } = list
  const navigation = useNavigation()
  const isLoading = navigation.state === 'loading' && navigation.location.pathname === dashboardPaths.customerFeedback()
  const items = query.tab === 'reviews' ? reviews : feedback
  return (
    <section aria-labelledby={LIST} className="mt-12">
      <h2 id={LIST} className="scroll-mt-4 font-sans text-base font-semibold">
        What shoppers say
      </h2>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <StateTabs
          label="Type"
          className="-ml-2 sm:-ml-2.5"
          tabs={FEEDBACK_TABS.map((tab) => ({
            name: TAB_NAMES[tab],
            count: counts[tab],
            href: feedbackListHref(query, { tab, q: query.q }),
            isCurrent: query.tab === tab,
          }))}
        />
        <TableSearch
          action={dashboardPaths.customerFeedback()}
          label={TAB_NAMES[query.tab]}
          kept={{
            tab: query.tab === 'reviews' ? undefined : query.tab,
            period: query.period === 'month' ? undefined : query.period,
          }}
          field={{
            name: 'q',
            label: query.tab === 'reviews' ? 'Review or product' : 'Feedback or order',
            value: query.q,
          }}
          width="sm:w-60"
        >
          {query.tab === 'reviews' ? (
            <>
              <TableFilter name="rating" label="Rating" names={RATING_FILTERS} chosen={query.rating?.toString()} />
              <TableFilter name="answer" label="Response" names={ANSWER_FILTERS} chosen={query.answer} />
            </>
          ) : (
            <TableFilter name="status" label="Status" names={STATUS_FILTERS} chosen={query.status} />
          )}
        </TableSearch>
      </div>
      <div aria-busy={isLoading || undefined} className={`transition-opacity ${isLoading ? 'opacity-50' : ''}`}>
        {items.length > 0 ? (
          <ul className="mt-4 border-t border-line">
            {items.map((item) => (
              <FeedbackEntry key={item.id} item={item} canAnswer={canAnswer} onOpen={onOpen} />
            ))}
          </ul>
        ) : (
          <NoneFound query={query} />
        )}
        <Pagination
          page={page}
          totalPages={totalPages}
          hrefFor={(number) => `${feedbackHref({ ...query, page: number })}#${LIST}`}
        />
      </div>
    </section>
  )
}

function NoneFound({ query }: Pick<CustomerFeedbackPageProps, 'query'>) {
  const { tab, q, rating, answer, status } = query
  const isFiltered =
    q !== '' || (tab === 'reviews' ? rating !== undefined || answer !== undefined : status !== undefined)
  if (!isFiltered && tab === 'reviews') return <NoReviews headingLevel="h3" />
  if (!isFiltered)
    return (
      <EmptyState drawing="no-results" headingLevel="h3" title="No feedback yet">
        Shoppers’ feedback about your store appears here. Only you and our team can read it.
      </EmptyState>
    )
  return (
    <EmptyState
      drawing="no-results"
      headingLevel="h3"
      title="No matches"
      action={
        <Link to={feedbackListHref(query, {})} preventScrollReset className="button button-quiet">
          {tab === 'reviews' ? 'Show all reviews' : 'Show all feedback'}
        </Link>
      }
    >
      No feedback matches your search and filters.
    </EmptyState>
  )
}
