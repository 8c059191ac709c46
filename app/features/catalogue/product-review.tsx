import { useFetcher } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import BadgeCheck from 'lucide-react/icons/badge-check'
import ThumbsUp from 'lucide-react/icons/thumbs-up'
import { useRef, useState, type FormEvent } from 'react'
import type { ProductDetail, ReviewData } from '#app/lib/api-types.ts'
import { formatCount, formatDate } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'
import { ReviewThumbs } from '#app/parts/reviews/review-thumbs.tsx'
import { StarRow } from '#app/components/star-row.tsx'
import { useSession } from '#app/parts/session/use-session.ts'
import { fitWords } from '#server/feedback/reviews-values.schema.ts'
import { lazyPart } from '#app/lib/use-part.ts'

const ZoomDialog = lazyPart(() => import('./zoom-dialog.tsx'))

/** A review with the store's answer. */
export function ProductReview({ product, review }: { product: ProductDetail; review: ReviewData }) {
  const { pictures } = review
  const fit = fitWords(review)
  const [opened, setOpened] = useState<number | null>(null)
  const opener = useRef<HTMLElement | null>(null)
  const close = () => {
    setOpened(null)
    // The dialog is loaded on first use, so it cannot restore the focus itself.
    requestAnimationFrame(() => opener.current?.focus({ preventScroll: true }))
  }
  return (
    <li id={`review-${review.id}`} className="scroll-mt-24 border-b border-line py-7">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StarRow rating={review.rating} />
        {review.verifiedPurchase && (
          <span className="inline-flex items-center gap-1.5 text-sm text-good">
            <BadgeCheck aria-hidden size={16} /> Verified purchase
          </span>
        )}
      </p>
      {fit && <p className="mt-2 text-sm text-muted">{fit}</p>}
      {review.title && (
        <h3 dir="auto" className="mt-3 text-xl leading-snug wrap-anywhere">
          {review.title}
        </h3>
      )}
      <p dir="auto" className="mt-2 max-w-[68ch] leading-relaxed wrap-anywhere whitespace-pre-line">
        {review.comment}
      </p>
      <ReviewThumbs
        pictures={pictures}
        onOpen={(at, from) => {
          opener.current = from
          setOpened(at)
        }}
      />
      <p className="mt-3 text-sm text-muted">
        <bdi>{review.author}</bdi>, {formatDate(review.createdAt)}
        {review.editedAt && `, edited on ${formatDate(review.editedAt)}`}
      </p>
      {review.response && (
        <div className="mt-5 border-l-2 border-line pl-4 text-sm">
          <p className="font-semibold wrap-anywhere">
            Reply from {product.partner.businessName}
            {review.responseDate && <span className="font-normal text-muted">, {formatDate(review.responseDate)}</span>}
          </p>
          <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-line">
            {review.response}
          </p>
          {review.isEditedAfterAnswer && <p className="mt-1 text-muted">The review was edited after this reply.</p>}
        </div>
      )}
      {review.isOwn ? (
        <p className="mt-3 text-sm text-muted">
          You wrote this.{' '}
          <Link to={paths.writeReview(product.id)} className="link inline-flex min-h-11 items-center">
            Edit it
          </Link>
          {review.helpfulVotes > 0 && <span className="ml-3">{foundHelpful(review.helpfulVotes)}</span>}
        </p>
      ) : (
        <Helpful productId={product.id} review={review} />
      )}
      {opened !== null && (
        <ZoomDialog
          name={`Review by ${review.author}`}
          pictures={pictures.map((picture) => ({ ...picture, colourName: null }))}
          index={opened}
          onMove={(steps) => setOpened((opened + steps + pictures.length) % pictures.length)}
          onClose={close}
          onMissing={close}
        />
      )}
    </li>
  )
}

const foundHelpful = (votes: number) => `${formatCount(votes)} ${votes === 1 ? 'person' : 'people'} found this helpful`

/**
 * The 'helpful' button. Without JavaScript, or if the visitor has to sign in, its form navigates away and comes back.
 */
function Helpful({ productId, review }: { productId: string; review: ReviewData }) {
  const fetcher = useFetcher<{ helpfulVotes?: number; message?: string }>()
  const session = useSession()
  const isPressed = fetcher.formData ? fetcher.formData.get('helpful') === 'true' : review.isHelpfulToViewer
  const votes = review.helpfulVotes + Number(isPressed) - Number(review.isHelpfulToViewer)
  const send = (event: FormEvent<HTMLFormElement>) => {
    if (!session) return
    event.preventDefault()
    const sent = new FormData(event.currentTarget)
    sent.set('stays', '1')
    fetcher.submit(sent, { method: 'post', action: paths.writeReview(productId) })
  }
  return (
    <form method="post" action={paths.writeReview(productId)} onSubmit={send} className="mt-4">
      <input type="hidden" name="form" value="vote" />
      <input type="hidden" name="reviewId" value={review.id} />
      <input type="hidden" name="helpful" value={String(!isPressed)} />
      <button
        type="submit"
        aria-pressed={session ? isPressed : undefined}
        aria-label={`Helpful: review by ${review.author}`}
        className={`button button-quiet text-sm ${isPressed ? 'border-accent' : ''}`}
      >
        <ThumbsUp aria-hidden size={15} className={isPressed ? 'fill-accent text-accent' : ''} />
        Helpful
        {votes > 0 && <span className="text-muted tabular-nums">{formatCount(votes)}</span>}
      </button>
      <span role="status" className="ml-4 text-sm text-sale">
        {fetcher.data?.message}
      </span>
    </form>
  )
}
