import type { RouterOutputs } from '#app/lib/api-types.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import type { CustomerFeedbackQuery } from '#server/feedback/customer-feedback.schema.ts'

export interface CustomerFeedbackPageProps {
  figures: RouterOutputs['feedback']['figures']
  list: RouterOutputs['feedback']['list']
  urgent: RouterOutputs['feedback']['urgent']
  query: CustomerFeedbackQuery
  /** False for team members with view access only. */
  canAnswer: boolean
  display: RouterOutputs['partner']['mine']['display']
}

export type ReviewItem = CustomerFeedbackPageProps['list']['reviews'][number]
export type FeedbackItem = CustomerFeedbackPageProps['list']['feedback'][number]
export type Item = ReviewItem | FeedbackItem
/** The action open in a dialog; null if it is closed. */
export type Opened = { item: Item; act: 'respond' | 'flag' } | null

/** Returns the page's URL without default values. */
export function feedbackHref({ tab, q, rating, answer, status, page, period }: CustomerFeedbackQuery): string {
  return dashboardPaths.customerFeedback({
    tab: tab === 'reviews' ? undefined : tab,
    q,
    ...(tab === 'reviews' ? { rating, answer } : { status }),
    page: page === 1 ? undefined : page,
    period: period === 'month' ? undefined : period,
  })
}

/** Returns the URL of the list's first page with other filters. */
export const feedbackListHref = (query: CustomerFeedbackQuery, changes: Partial<CustomerFeedbackQuery>): string =>
  `${feedbackHref({ ...query, q: '', rating: undefined, answer: undefined, status: undefined, page: 1, ...changes })}#${LIST}`

/** The id of the list's heading. */
export const LIST = 'all-feedback'

/** Returns the URL of an item's page, where it can be answered without JavaScript. */
export const itemHref = ({ kind, id }: Pick<Item, 'kind' | 'id'>, act?: 'flag'): string =>
  dashboardPaths.customerFeedbackItem(`${kind}-${id}`, act ? { act } : {})
