import { Link } from '#app/components/link.tsx'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import type { ReactNode } from 'react'
import { ExactTime } from '#app/components/exact-time.tsx'
import { SubmitButton } from '#app/components/field.tsx'
import { StarRow } from '#app/components/star-row.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { FEEDBACK_CATEGORY_NAMES } from '#app/parts/store-feedback/feedback-names.ts'
import { Flag } from './flag.tsx'
import { Place, type QueuePlace } from './judge-review.tsx'
import { WriterFacts } from './writer-facts.tsx'

type Feedback = Extract<RouterOutputs['admin']['reviews']['items'][number], { kind: 'feedback' }>

/** A shopper's message that the store flagged. */
export function QueuedFeedback({ feedback, place }: { feedback: Feedback; place: QueuePlace }) {
  const { partner } = feedback
  return (
    <li className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-4 gap-y-6 border-b border-line py-7 md:grid-cols-[7rem_minmax(0,1fr)] md:gap-x-7 xl:grid-cols-[7rem_minmax(0,1fr)_19rem]">
      <div className="grid aspect-square place-items-center self-start rounded-sm bg-surface text-muted">
        <MessageSquareText aria-hidden size={28} strokeWidth={1.5} />
      </div>
      <article className="min-w-0 text-sm">
        <p className="flex flex-wrap items-baseline gap-x-3 text-muted">
          <span className="text-text">Message to the store</span>
          <Link to={adminPaths.adminPartner(partner.id)} className="link wrap-anywhere">
            {partner.businessName}
          </Link>
        </p>
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-muted">
          <StarRow rating={feedback.rating} />
          <span>
            {FEEDBACK_CATEGORY_NAMES[feedback.category]}, {feedback.priority} priority
          </span>
        </div>
        {feedback.title && <h2 className="mt-2 text-2xl leading-tight wrap-anywhere">{feedback.title}</h2>}
        <p className="mt-2 max-w-[68ch] text-base leading-relaxed whitespace-pre-line wrap-anywhere">
          {feedback.comment}
        </p>
        <div className="mt-4 text-muted">
          <WriterFacts writer={feedback.writer} />
          <p className="wrap-anywhere">
            <ExactTime date={feedback.createdAt} /> UTC{feedback.orderId && `, order ${feedback.orderId}`}
          </p>
        </div>
        {feedback.response && (
          <div className="mt-4 max-w-[68ch] border-l border-line pl-4">
            <p className="text-muted wrap-anywhere">{partner.businessName} replied</p>
            <p className="mt-1 whitespace-pre-line wrap-anywhere">{feedback.response}</p>
          </div>
        )}
      </article>
      <div className="col-span-full min-w-0 text-sm md:col-span-1 md:col-start-2 xl:col-start-3">
        <Flag {...feedback} businessName={partner.businessName} />
        <div className="flex flex-wrap gap-3">
          <Answer feedbackId={feedback.id} place={place} to="given_back" look="accent">
            Send back to the store
          </Answer>
          <Answer feedbackId={feedback.id} place={place} to="closed" look="quiet">
            Close
          </Answer>
        </div>
        <p className="mt-3 text-muted">
          If you send the message back, the store has to reply to it. If you close it, no reply is needed.
        </p>
      </div>
    </li>
  )
}

function Answer({
  feedbackId,
  place,
  to,
  look,
  children,
}: {
  feedbackId: string
  place: QueuePlace
  to: 'closed' | 'given_back'
  look: 'accent' | 'quiet'
  children: ReactNode
}) {
  const form = usePageForm(`${to} ${feedbackId}`)
  const { Form } = form
  return (
    <Form {...form.props}>
      <input type="hidden" name="form" value={`${to} ${feedbackId}`} />
      <input type="hidden" name="feedbackId" value={feedbackId} />
      <Place {...place} />
      <SubmitButton form={form} busy="One moment..." look={look} name="to" value={to} className="px-7">
        {children}
      </SubmitButton>
    </Form>
  )
}
