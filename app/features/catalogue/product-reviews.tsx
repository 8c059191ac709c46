import { Link } from '#app/components/link.tsx'
import { Pagination } from '#app/components/pagination.tsx'
import type { ProductDetail, ReviewsData } from '#app/lib/api-types.ts'
import { formatCount } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'
import { withParams } from '#app/lib/search-params.ts'
import { StarRow } from '#app/components/star-row.tsx'
import { REVIEW_SORTS, type ReviewSort } from '#server/feedback/reviews-values.schema.ts'
import { FitBar } from '#app/parts/sizing/fit-bar.tsx'
import { ProductReview } from './product-review.tsx'
import { useChoice } from './use-product-choice.ts'

const SORT_NAMES: Readonly<Record<ReviewSort, string>> = {
  newest: 'Newest',
  highest: 'Highest',
  lowest: 'Lowest',
  helpful: 'Most helpful',
}
const counted = (count: number, one: string, many: string) => `${formatCount(count)} ${count === 1 ? one : many}`

/**
 * Returns a function that builds the page's URL with other review filters, back on the first page. The URL points to
 * the list, for visitors without JavaScript.
 */
function useHref() {
  const params = useChoice()
  return (changes: Record<string, string | undefined>) =>
    `${withParams(params, { tab: 'reviews', page: undefined, ...changes })}#reviews`
}

/** The summary of a product's reviews. `reviews` is null if they could not be loaded. */
export function ReviewSummary({ productId, reviews }: { productId: string; reviews: ReviewsData | null }) {
  const hrefOf = useHref()
  if (!reviews) return <p className="text-muted">We can’t show reviews right now. Please try again in a minute.</p>
  const { count, averageRating, distribution, stars } = reviews
  return (
    <>
      {averageRating === null ? (
        <p className="text-muted">No reviews yet</p>
      ) : (
        <div className="grid grid-cols-1 items-center gap-x-10 gap-y-7 sm:grid-cols-[auto_minmax(0,1fr)]">
          <div>
            <p aria-hidden className="font-display text-7xl leading-none tabular-nums">
              {averageRating.toFixed(1)}
            </p>
            <p className="mt-3">
              <StarRow rating={averageRating} size={18} />
            </p>
            <p className="mt-1 text-sm text-muted">
              {averageRating.toFixed(1)} out of 5, from {counted(count, 'review', 'reviews')}
            </p>
          </div>
          <ul aria-label="Ratings by star" className="grid">
            {distribution.map((each) => (
              <Share key={each.stars} {...each} total={count} isOpen={stars === each.stars} hrefOf={hrefOf} />
            ))}
          </ul>
        </div>
      )}
      <FitBar counts={reviews.fits} className="mt-7" />
      <p className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-2">
        <Link to={paths.writeReview(productId)} rel="nofollow" className="button button-quiet">
          Write a review
        </Link>
        <Link to={paths.reviewsPolicy()} className="link inline-flex min-h-11 items-center text-sm text-muted">
          How we publish reviews
        </Link>
      </p>
    </>
  )
}

/** A product's reviews, across the full width of the page. */
export function ReviewList({ product, reviews }: { product: ProductDetail; reviews: ReviewsData }) {
  const hrefOf = useHref()
  const { sort, stars, found, page, totalPages } = reviews
  return (
    <section id="reviews" aria-labelledby="reviews-heading" className="page mt-14 scroll-mt-24">
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-4 border-b border-line">
        <h2 id="reviews-heading" className="pb-3 text-(length:--text-section) leading-none tracking-tight">
          Reviews
        </h2>
        <nav aria-label="Sort reviews" className="flex flex-wrap gap-x-5">
          {REVIEW_SORTS.map((each) => (
            <Link
              key={each}
              to={hrefOf({ sort: each === 'newest' ? undefined : each })}
              replace
              preventScrollReset
              aria-current={each === sort ? 'true' : undefined}
              className={`inline-flex min-h-11 items-center border-b-2 text-sm ${each === sort ? 'border-accent' : 'border-transparent text-muted hover:text-text'}`}
            >
              {SORT_NAMES[each]}
            </Link>
          ))}
        </nav>
      </div>
      {stars !== null && (
        <p className="mt-4 flex flex-wrap items-center gap-x-4 text-sm text-muted" role="status">
          {found
            ? `${counted(found, 'review', 'reviews')} with ${counted(stars, 'star', 'stars')}`
            : `No reviews with ${counted(stars, 'star', 'stars')} yet.`}
          <Link
            to={hrefOf({ stars: undefined })}
            replace
            preventScrollReset
            className="link inline-flex min-h-11 items-center"
          >
            Show all
          </Link>
        </p>
      )}
      <ul className="grid grid-cols-1 gap-x-[clamp(2rem,5vw,6rem)] lg:grid-cols-2">
        {reviews.reviews.map((review) => (
          <ProductReview key={review.id} product={product} review={review} />
        ))}
      </ul>
      <Pagination
        page={page}
        totalPages={totalPages}
        hrefFor={(to) => hrefOf({ page: to === 1 ? undefined : String(to) })}
      />
    </section>
  )
}

/** A row of the rating distribution. Links to its reviews, and states the bar's value as a number. */
function Share({
  stars,
  count,
  total,
  isOpen,
  hrefOf,
}: {
  stars: number
  count: number
  total: number
  isOpen: boolean
  hrefOf: (changes: Record<string, string | undefined>) => string
}) {
  return (
    <li>
      <Link
        to={hrefOf({ stars: isOpen ? undefined : String(stars) })}
        replace
        preventScrollReset
        aria-current={isOpen ? 'true' : undefined}
        aria-label={`${counted(stars, 'star', 'stars')}: ${counted(count, 'review', 'reviews')}`}
        className="group grid min-h-11 grid-cols-[4.5rem_minmax(0,1fr)_3rem] items-center gap-3 text-sm sm:min-h-9"
      >
        <span className={isOpen ? 'text-text underline underline-offset-4' : 'text-muted group-hover:text-text'}>
          {counted(stars, 'star', 'stars')}
        </span>
        <span className="h-1.5 overflow-hidden rounded-full bg-raised">
          <span className="block h-full rounded-full bg-accent" style={{ width: `${(count / total) * 100}%` }} />
        </span>
        <span className="text-right tabular-nums">{formatCount(count)}</span>
      </Link>
    </li>
  )
}
