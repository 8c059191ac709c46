import { Figure, Figures } from '#app/components/figure.tsx'
import { formatCount } from '#app/lib/format.ts'
import { feedbackListHref, type CustomerFeedbackPageProps } from './customer-feedback-address.ts'
import { starsText } from './feedback-words.ts'

/** Returns the specification's label for a net promoter score. */
const scoreName = (score: number): string => (score > 50 ? 'Excellent' : score > 0 ? 'Good' : 'Needs Improvement')

export function FeedbackFigures({
  figures: { reviews, before, all },
  query,
}: Pick<CustomerFeedbackPageProps, 'figures' | 'query'>) {
  const { count, averageRating, responseRate, waiting, netPromoterScore } = reviews
  return (
    <Figures>
      <Figure
        label="Average Rating"
        value={averageRating === null ? '-' : starsText(averageRating)}
        formula="The average rating of published reviews written in this period."
        to={feedbackListHref(query, { tab: 'reviews' })}
      >
        {before.averageRating === null ? 'Out of 5 stars' : `Previously ${starsText(before.averageRating)}`}
      </Figure>
      <Figure
        label="Response Rate"
        value={responseRate === null ? '-' : `${responseRate}%`}
        formula="The share of published reviews from this period with a response. Select this figure to see all reviews awaiting a response, from any period."
        to={feedbackListHref(query, { tab: 'reviews', answer: 'waiting' })}
      >
        {formatCount(waiting)} awaiting a response
      </Figure>
      <Figure
        label="Net Promoter Score"
        value={netPromoterScore === null ? '-' : String(netPromoterScore)}
        formula="Calculated from ratings: the percentage of 4 and 5 stars minus the percentage of 1 to 3 stars in this period. Above 50 is excellent, above 0 is good."
      >
        {netPromoterScore === null ? 'No reviews in this period' : scoreName(netPromoterScore)}
      </Figure>
      <Figure
        label="All Feedback"
        value={formatCount(all.count)}
        change={all.growth}
        formula="Published product reviews and feedback about your store, written in this period. The change compares with the previous period."
        to={feedbackListHref(query, { tab: count === 0 && all.feedback > 0 ? 'feedback' : 'reviews' })}
      >
        {formatCount(count)} {count === 1 ? 'review' : 'reviews'}, {formatCount(all.feedback)} general
      </Figure>
    </Figures>
  )
}
