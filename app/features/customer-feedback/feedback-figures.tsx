import { Figure, Figures } from '#app/components/figure.tsx'
import { formatCount } from '#app/lib/format.ts'
import { listHref, type CustomerFeedbackPageProps } from './customer-feedback-address.ts'
import { starsText } from './feedback-words.ts'

/** The specification's three names of a net promoter score. */
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
        formula="The mean of the stars of all published reviews that were written in this time."
        to={listHref(query, { tab: 'reviews' })}
      >
        {before.averageRating === null ? 'Of 5 stars' : `${starsText(before.averageRating)} in the time before`}
      </Figure>
      <Figure
        label="Response Rate"
        value={responseRate === null ? '-' : `${responseRate}%`}
        formula="Published reviews of this time that have a response, divided by all of them. The link leads to all that wait, of whatever time."
        to={listHref(query, { tab: 'reviews', answer: 'waiting' })}
      >
        {formatCount(waiting)} pending
      </Figure>
      <Figure
        label="Net Promoter Score"
        value={netPromoterScore === null ? '-' : String(netPromoterScore)}
        formula="From stars: nobody was asked whether they would recommend you. (Reviews of 4 and 5 stars - reviews of 1 to 3) / all reviews of this time x 100. Above 50 it is excellent, above 0 good."
      >
        {netPromoterScore === null ? 'No reviews in this time' : scoreName(netPromoterScore)}
      </Figure>
      <Figure
        label="All Feedback"
        value={formatCount(all.count)}
        change={all.growth}
        formula="Published reviews of your products and feedback about your store that were written in this time. The change is against the time before."
        to={listHref(query, { tab: count === 0 && all.feedback > 0 ? 'feedback' : 'reviews' })}
      >
        {formatCount(count)} {count === 1 ? 'review' : 'reviews'}, {formatCount(all.feedback)} general
      </Figure>
    </Figures>
  )
}
