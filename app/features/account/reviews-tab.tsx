import { Link } from '#app/components/link.tsx'
import { useEffect } from 'react'
import { Act, Asking } from '#app/components/act-form.tsx'
import { Pagination } from '#app/components/pagination.tsx'
import { Picture } from '#app/components/picture.tsx'
import { StateMark } from '#app/components/state-mark.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatCount, formatDate } from '#app/lib/format.ts'
import { forgetDraft } from '#app/lib/kept-form.ts'
import { paths } from '#app/lib/paths.ts'
import { reviewDraft } from '#app/parts/reviews/review-draft.ts'
import { ReviewThumbs } from '#app/parts/reviews/review-thumbs.tsx'
import { StarRow } from '#app/components/star-row.tsx'
import { TabHeading } from './settings-page.tsx'

type OwnReviews = RouterOutputs['reviews']['mine']
type OwnReview = OwnReviews['reviews'][number]

const STATES: Readonly<Record<OwnReview['status'], { name: string; colour: string; means: string }>> = {
  pending: { name: 'In review', colour: 'text-accent', means: 'An administrator checks it before it is published.' },
  approved: { name: 'Published', colour: 'text-good', means: '' },
  rejected: {
    name: 'Not published',
    colour: 'text-sale',
    means: 'Edit it and we will review it again.',
  },
  spam: {
    name: 'Not published',
    colour: 'text-sale',
    means: 'It looked like advertising or repeated text. If that is wrong, contact us.',
  },
}

/** The account's product reviews with their states, and the forms that delete them. */
export function ReviewsTab({ reviews, total, page, totalPages }: OwnReviews) {
  useEffect(() => {
    // A submitted review is no longer a draft.
    for (const { productId } of reviews) forgetDraft(reviewDraft(productId))
  }, [reviews])
  return (
    <>
      <TabHeading title="Your reviews">Your product reviews. We read every review before we publish it.</TabHeading>
      {total === 0 ? (
        <div className="border-t border-line py-8">
          <p>You have not written a review yet.</p>
          <p className="mt-2 max-w-[60ch] text-muted">
            You can review a product a day after you visit its store from WTF. Open the product page and go to Reviews.
          </p>
          <p className="mt-5">
            <Link to={paths.orders()} className="button button-quiet">
              Stores you&apos;ve visited
            </Link>
          </p>
        </div>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {reviews.map((review) => (
            <Row key={review.id} review={review} />
          ))}
        </ul>
      )}
      <Pagination page={page} totalPages={totalPages} hrefFor={(to) => paths.settings('reviews', { page: to })} />
    </>
  )
}

function Row({ review }: { review: OwnReview }) {
  const { id, productId, productName, card, status, judgeReason, pictures, helpfulVotes } = review
  const { name, colour, means } = STATES[status]
  const named = card ? (
    <Link to={paths.product(productId)} className="link">
      {productName}
    </Link>
  ) : (
    productName
  )
  return (
    <li className="grid grid-cols-[4rem_minmax(0,1fr)] gap-x-5 py-7 sm:grid-cols-[6rem_minmax(0,1fr)]">
      <div>
        {card?.pictures[0] ? (
          <Picture
            picture={card.pictures[0]}
            alt=""
            sizes="6rem"
            maxWidth={320}
            className="aspect-[4/5] w-full rounded-sm object-cover"
          />
        ) : (
          <div className="aspect-[4/5] rounded-sm bg-surface" />
        )}
      </div>
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline justify-between gap-x-5 gap-y-1">
          <span className="font-medium wrap-anywhere">
            {named}
            {!card && <span className="font-normal text-muted">, no longer listed</span>}
          </span>
          <span className="text-sm">
            <StateMark name={name} colour={colour} />
          </span>
        </p>
        {(judgeReason || means) && (
          <p className="mt-1 max-w-[60ch] text-sm wrap-anywhere text-muted">
            {status === 'rejected' && judgeReason && `Reason: ${judgeReason}  `}
            {means}
          </p>
        )}
        {status === 'rejected' && (
          <p className="text-sm">
            <Link to={paths.appeal('review', id)} className="link inline-flex min-h-11 items-center">
              Appeal<span className="sr-only"> the rejection of your review of {productName}</span>
            </Link>
          </p>
        )}
        <p className="mt-4">
          <StarRow rating={review.rating} />
        </p>
        {review.title && (
          <h2 dir="auto" className="mt-2 text-xl leading-snug wrap-anywhere">
            {review.title}
          </h2>
        )}
        <p dir="auto" className="mt-2 line-clamp-6 max-w-[68ch] wrap-anywhere whitespace-pre-line">
          {review.comment}
        </p>
        <ReviewThumbs pictures={pictures} />
        <p className="mt-3 text-sm text-muted">
          {formatDate(review.createdAt)}
          {review.editedAt && `, edited on ${formatDate(review.editedAt)}`}
          {review.verifiedPurchase && ', verified purchase'}
          {helpfulVotes > 0 && `, ${formatCount(helpfulVotes)} found it helpful`}
        </p>
        {review.response && (
          <div className="mt-4 border-l-2 border-line pl-4 text-sm">
            <p className="font-semibold">Reply from the store</p>
            <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-line">
              {review.response}
            </p>
          </div>
        )}
        <div className="mt-3 flex flex-wrap items-start gap-x-6">
          {card && (
            <Link
              to={paths.writeReview(productId)}
              aria-label={`Edit: ${productName}`}
              className="link inline-flex min-h-11 items-center"
            >
              Edit
            </Link>
          )}
          <Asking label="Delete" who={productName}>
            <p className="text-sm">{whatGoes(review)}</p>
            <Act form={`delete-${id}`} fields={{ reviewId: id }} busy="Deleting..." isFinal>
              Delete this review
            </Act>
          </Asking>
        </div>
      </div>
    </li>
  )
}

function whatGoes({ pictures, helpfulVotes, response }: OwnReview): string {
  const gone = [
    'your rating',
    'your text',
    ...(pictures.length ? [pictures.length === 1 ? 'your picture' : `your ${pictures.length} pictures`] : []),
    ...(helpfulVotes ? ['the helpful votes'] : []),
    ...(response ? ['the store’s reply'] : []),
  ]
  const all = gone.length === 1 ? gone[0] : `${gone.slice(0, -1).join(', ')} and ${gone.at(-1)}`
  return `${all?.[0]?.toUpperCase()}${all?.slice(1)} will be permanently deleted. You can write a new review afterwards.`
}
