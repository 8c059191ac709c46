import { Link } from '#app/components/link.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Picture, PicturePlaceholder } from '#app/components/picture.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { parseFormAnswer } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'
import { ReviewForm } from './review-form.tsx'

type ReviewState = RouterOutputs['reviews']['state']

// UTC, so that server and browser agree.
const timeFormat = new Intl.DateTimeFormat('en-GB', {
  ...({ weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' } as const),
  timeZone: 'UTC',
})

/** The page to review a product, or the reason why you cannot. `state` is null for visitors without a session. */
export function ReviewPage({ productId, state }: { productId: string; state: ReviewState | null }) {
  const isRefused = parseFormAnswer(useActionAnswer(), 'review') !== undefined
  if (!state)
    return (
      <main id="content" className="page">
        {isRefused ? (
          <div className="mx-auto max-w-2xl py-[clamp(2.5rem,6vw,5rem)]">
            <h1 className="mb-9 text-(length:--text-section) leading-none tracking-tight">Your review</h1>
            <ReviewForm productId={productId} signedAs={null} review={null} sizes={[]} />
          </div>
        ) : (
          <EmptyState
            headingLevel="h1"
            drawing="empty-store"
            title="Sign in to write a review"
            action={
              <Link to={paths.login({ redirectTo: paths.writeReview(productId) })} className="button button-accent">
                Sign In
              </Link>
            }
          >
            Reviews belong to your account, so you can edit or delete them.
          </EmptyState>
        )}
      </main>
    )
  const { product, review, refusal, from, signedAs } = state
  return (
    <main id="content" className="page pb-24">
      <div className="mx-auto mt-[clamp(1.5rem,4vw,4rem)] grid max-w-5xl grid-cols-1 gap-x-[clamp(2rem,6vw,5rem)] gap-y-8 md:grid-cols-[minmax(0,16rem)_minmax(0,1fr)]">
        <aside className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-center gap-x-5 gap-y-4 md:sticky md:top-32 md:grid-cols-1 md:self-start">
          <Link to={paths.product(product.id)} aria-label={`Back to ${product.name}`} className="block">
            {product.picture ? (
              <Picture
                picture={product.picture}
                alt=""
                isPriority
                sizes="(min-width: 48rem) 16rem, 6rem"
                maxWidth={480}
                className="aspect-[4/5] w-full rounded-sm object-cover"
              />
            ) : (
              <PicturePlaceholder name={product.name} className="aspect-[4/5] w-full rounded-sm" />
            )}
          </Link>
          <p className="min-w-0 leading-snug wrap-anywhere">
            <Link to={paths.product(product.id)} className="link font-medium">
              {product.name}
            </Link>
            <span className="mt-1 block text-sm text-muted">{product.businessName}</span>
          </p>
        </aside>
        <div className="min-w-0 max-w-2xl">
          <h1 className="text-(length:--text-section) leading-none tracking-tight">
            {review ? 'Your review' : 'Write a review'}
          </h1>
          {refusal ? (
            <Refusal productId={product.id} text={refusal} from={from} />
          ) : (
            <>
              {review && review.status !== 'pending' && (
                <p className="mt-4 text-muted">
                  We review each change before publishing it. Until then your review is hidden.
                </p>
              )}
              <div className="mt-8">
                <ReviewForm productId={product.id} signedAs={signedAs} review={review} sizes={product.sizes} />
              </div>
            </>
          )}
        </div>
      </div>
    </main>
  )
}

function Refusal({ productId, text, from }: { productId: string; text: string; from: Date | null }) {
  return (
    <>
      <p className="mt-6 max-w-[60ch] text-lg leading-relaxed">{text}</p>
      {from && (
        <p className="mt-3 text-muted">
          You can write a review from <time dateTime={from.toISOString()}>{timeFormat.format(from)}</time> (UTC).
        </p>
      )}
      <p className="mt-8 flex flex-wrap gap-3">
        <Link to={paths.product(productId)} className="button button-accent">
          Back to the product
        </Link>
        <Link to={paths.reviewsPolicy()} className="button button-quiet">
          Reviews policy
        </Link>
      </p>
    </>
  )
}
