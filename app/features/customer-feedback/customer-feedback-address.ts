import type { RouterOutputs } from '#app/lib/api-types.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import type { CustomerFeedbackQuery } from '#server/feedback/customer-feedback.schema.ts'

/** What the page is made of. */
export interface CustomerFeedbackPageProps {
  figures: RouterOutputs['feedback']['figures']
  list: RouterOutputs['feedback']['list']
  urgent: RouterOutputs['feedback']['urgent']
  query: CustomerFeedbackQuery
  /** False for colleagues who may only look. */
  canAnswer: boolean
  display: RouterOutputs['partner']['own']['display']
}

export type ReviewItem = CustomerFeedbackPageProps['list']['reviews'][number]
export type FeedbackItem = CustomerFeedbackPageProps['list']['feedback'][number]
export type Item = ReviewItem | FeedbackItem
/** What is done with an item in a dialog; null: it is closed. */
export type Opened = { item: Item; act: 'respond' | 'flag' } | null

/** The page's address, without default values. */
export function feedbackHref({ tab, q, rating, answer, status, page, period }: CustomerFeedbackQuery): string {
  return dashboardPaths.customerFeedback({
    tab: tab === 'reviews' ? undefined : tab,
    q,
    ...(tab === 'reviews' ? { rating, answer } : { status }),
    page: page === 1 ? undefined : page,
    period: period === 'month' ? undefined : period,
  })
}

/** The same at its list, from the first page on, with other filters. */
export const feedbackListHref = (query: CustomerFeedbackQuery, changes: Partial<CustomerFeedbackQuery>): string =>
  `${feedbackHref({ ...query, q: '', rating: undefined, answer: undefined, status: undefined, page: 1, ...changes })}#${LIST}`

/** Where on the page the list begins. */
export const LIST = 'all-feedback'

/** The page of one of them, which answers it without JavaScript too. */
export const itemHref = ({ kind, id }: Pick<Item, 'kind' | 'id'>, act?: 'flag'): string =>
  dashboardPaths.customerFeedbackItem(`${kind}-${id}`, act ? { act } : {})
