import { Link } from '#app/components/link.tsx'
import type { MouseEvent, ReactNode } from 'react'
import { Picture } from '#app/components/picture.tsx'
import { StarRow } from '#app/components/star-row.tsx'
import { StateMark } from '#app/components/state-mark.tsx'
import { formatCount, formatDate } from '#app/lib/format.ts'
import { fitWords } from '#server/feedback/reviews-values.schema.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { ProductThumb } from '#app/parts/own-products/product-thumb.tsx'
import { itemHref, type FeedbackItem, type Item, type ReviewItem } from './customer-feedback-address.ts'
import type { Opened } from './customer-feedback-address.ts'
import { aboutItem, CATEGORIES, PRIORITIES, STATES } from './feedback-words.ts'
import { ItemAct } from './item-act.tsx'

interface EntryProps {
  item: Item
  canAnswer: boolean
  onOpen: (opened: Opened) => void
}

/** A review or a piece of feedback in the list, with its actions. */
export function FeedbackEntry({ item, canAnswer, onOpen }: EntryProps) {
  return (
    <li className="border-b border-line py-4 text-sm">
      <article aria-label={aboutItem(item)} className="grid gap-x-8 lg:grid-cols-[minmax(0,1fr)_auto]">
        <Written item={item} />
        {canAnswer && (
          <div className="flex flex-wrap items-center gap-x-5 max-lg:mt-1 lg:-mt-3 lg:h-11">
            <RespondLink item={item} onOpen={onOpen} look="link inline-flex min-h-11 items-center font-medium" />
            {item.kind === 'feedback' && <StatusActs item={item} />}
            <FlagActs item={item} onOpen={onOpen} />
            {item.kind === 'review' && (
              <Link
                to={`${paths.product(item.productId)}?tab=reviews`}
                className="link inline-flex min-h-11 items-center text-muted"
              >
                Product page<span className="sr-only"> for {item.productName}</span>
              </Link>
            )}
          </div>
        )}
      </article>
    </li>
  )
}

/** The text and its answer. */
export function Written({ item }: { item: Item }) {
  return item.kind === 'review' ? <WrittenReview review={item} /> : <WrittenFeedback feedback={item} />
}

function WrittenReview({ review }: { review: ReviewItem }) {
  const { productId, productName, picture, rating, title, comment, author, createdAt, helpfulVotes, pictures } = review
  return (
    <div className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-4">
      <ProductThumb picture={picture} sizes="40px" className="h-13 w-10" />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StarRow rating={rating} size={14} />
          {title && <span className="text-base font-medium wrap-anywhere">{title}</span>}
        </p>
        <p className="mt-0.5 text-muted">
          <Link to={dashboardPaths.ownProduct(productId)} className="wrap-anywhere hover:underline">
            {productName}
          </Link>
        </p>
        <Words>{comment}</Words>
        {pictures.length > 0 && (
          <ul className="mt-3 flex flex-wrap gap-2">
            {pictures.map((each) => (
              <li key={each.name} className="size-20 overflow-hidden rounded-sm bg-surface">
                <Picture
                  picture={each}
                  sizes="80px"
                  maxWidth={480}
                  alt={`Sent by ${author}`}
                  className="size-full object-cover"
                />
              </li>
            ))}
          </ul>
        )}
        <p className="mt-2 text-xs text-muted">
          {author}, {formatDate(createdAt)}
          {fitWords(review) && `, ${fitWords(review)?.toLowerCase()}`}
          {review.editedAt && `, edited on ${formatDate(review.editedAt)}`}
          {review.verifiedPurchase && ', verified purchase'}
          {helpfulVotes > 0 && `, ${formatCount(helpfulVotes)} found it helpful`}
        </p>
        <Response item={review} />
      </div>
    </div>
  )
}

function WrittenFeedback({ feedback }: { feedback: FeedbackItem }) {
  const { rating, category, title, comment, author, createdAt, orderId, status, priority } = feedback
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <StarRow rating={rating} size={14} />
        {title && <span className="text-base font-medium wrap-anywhere">{title}</span>}
        <StateMark {...STATES[status]} />
        <StateMark {...PRIORITIES[priority]} />
      </p>
      <Words>{comment}</Words>
      <p className="mt-2 text-xs wrap-anywhere text-muted">
        {author}, {formatDate(createdAt)}, {CATEGORIES[category].toLowerCase()}
        {orderId && `, order ${orderId}`}
      </p>
      <Response item={feedback} />
    </div>
  )
}

function Words({ children }: { children: string }) {
  return children ? (
    <p className="mt-2 max-w-[75ch] leading-relaxed wrap-anywhere whitespace-pre-line">{children}</p>
  ) : null
}

function Response({ item }: { item: Item }) {
  const { response, responseDate, flaggedAt, flagReason } = item
  return (
    <>
      {response !== null && (
        <div className="mt-3 max-w-[75ch] border-l-2 border-line pl-4">
          <p className="text-xs text-muted">Your response{responseDate && `, ${formatDate(responseDate)}`}</p>
          <p className="mt-1 leading-relaxed wrap-anywhere whitespace-pre-line">{response}</p>
          {item.kind === 'review' && item.isEditedAfterAnswer && (
            <p className="mt-1 text-sale">
              The review was edited after you responded. Update your response or send it again unchanged.
            </p>
          )}
        </div>
      )}
      {flaggedAt && (
        <p className="mt-3 max-w-[75ch] text-sm wrap-anywhere text-sale">
          Flagged for our review: <span className="text-text">{flagReason}</span>
        </p>
      )}
    </>
  )
}

/** The link to the page that answers; with JavaScript it opens a dialog. */
export function RespondLink({ item, onOpen, look }: { item: Item; onOpen: (opened: Opened) => void; look: string }) {
  return (
    <Opener item={item} act="respond" onOpen={onOpen} look={look}>
      {item.response === null ? 'Respond' : 'Edit response'}
    </Opener>
  )
}

function FlagActs({ item, onOpen }: { item: Item; onOpen: (opened: Opened) => void }) {
  if (item.kind === 'review' && item.flagRefusedAt)
    return (
      <Link to={paths.appeal('review_flag', item.id)} className="link inline-flex min-h-11 items-center text-muted">
        We kept this review. Appeal our decision<span className="sr-only"> about {aboutItem(item)}</span>
      </Link>
    )
  return (
    <>
      <Opener item={item} act="flag" onOpen={onOpen} look="link inline-flex min-h-11 items-center text-muted">
        {item.flaggedAt ? 'Change flag' : 'Flag'}
      </Opener>
      {item.flaggedAt && (
        <ItemAct item={item} form="unflag" done="Flag removed">
          Remove flag
        </ItemAct>
      )}
    </>
  )
}

function Opener({
  item,
  act,
  onOpen,
  look,
  children,
}: {
  item: Item
  act: 'respond' | 'flag'
  onOpen: (opened: Opened) => void
  look: string
  children: ReactNode
}) {
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onOpen({ item, act })
  }
  return (
    <Link to={itemHref(item, act === 'flag' ? 'flag' : undefined)} prefetch="none" onClick={open} className={look}>
      {children}
      <span className="sr-only">
        {act === 'flag' ? ':' : ' to'} {aboutItem(item)}
      </span>
    </Link>
  )
}

/** The buttons that set the status; answering resolves the item. */
export function StatusActs({ item }: { item: FeedbackItem }) {
  return (
    <>
      {item.status !== 'investigating' && (
        <ItemAct item={item} form="status" fields={{ status: 'investigating' }} done="Set to investigating">
          {item.status === 'pending' ? 'Investigate' : 'Reopen'}
        </ItemAct>
      )}
      {item.status !== 'closed' && (
        <ItemAct item={item} form="status" fields={{ status: 'closed' }} done="Closed">
          Close
        </ItemAct>
      )}
    </>
  )
}
