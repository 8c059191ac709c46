import type { ReactNode } from 'react'
import { SubmitButton } from '#app/components/field.tsx'
import { TextAreaField } from '#app/components/text-area.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import type { ReviewQueueQuery } from '#server/feedback/review-queue.schema.ts'

export type Review = Extract<RouterOutputs['admin']['reviews']['items'][number], { kind: 'review' }>

/** The place in the queue that a form returns to. */
export type QueuePlace = Pick<ReviewQueueQuery, 'state' | 'page'>

interface JudgeProps {
  review: Review
  place: QueuePlace
}

/** The possible decisions about a review. A review is taken down by rejecting it or marking it as spam. */
export function JudgeReview({ review, place }: JudgeProps) {
  const { status, flaggedAt } = review
  const isShown = status === 'approved'
  return (
    <div className="mt-5">
      <div className="flex flex-wrap gap-3">
        {(!isShown || flaggedAt) && (
          <AtOnce review={review} place={place} to="approved" look="accent">
            {isShown ? 'Keep published' : 'Approve'}
          </AtOnce>
        )}
        {status !== 'spam' && (
          <AtOnce review={review} place={place} to="spam" look="quiet">
            Mark as spam
          </AtOnce>
        )}
      </div>
      {(status !== 'rejected' || flaggedAt) && <Reject review={review} place={place} isShown={isShown} />}
    </div>
  )
}

function AtOnce({
  review,
  place,
  to,
  look,
  children,
}: JudgeProps & { to: 'approved' | 'spam'; look: 'accent' | 'quiet'; children: ReactNode }) {
  const form = usePageForm(`${to} ${review.id}`)
  const { Form } = form
  return (
    <Form {...form.props}>
      <About review={review} place={place} to={to} />
      <SubmitButton form={form} busy="One moment..." look={look} className="px-7">
        {children}
      </SubmitButton>
    </Form>
  )
}

function Reject({ review, place, isShown }: JudgeProps & { isShown: boolean }) {
  const form = usePageForm(`rejected ${review.id}`)
  const { Form } = form
  return (
    <details className="ask mt-1" open={form.isRefused}>
      <summary className="link inline-flex min-h-11 items-center">{isShown ? 'Take down' : 'Reject'}</summary>
      <Form {...form.props} className="grid max-w-2xl gap-3 pt-1">
        <About review={review} place={place} to="rejected" />
        <TextAreaField form={form} name="reason" label="Reason, shown to the author" required rows={3} />
        <SubmitButton
          form={form}
          busy="One moment..."
          look="quiet"
          className="border-sale text-sale sm:justify-self-start"
        >
          {isShown ? 'Take down this review' : 'Reject this review'}
        </SubmitButton>
      </Form>
    </details>
  )
}

function About({ review: { id, revision, judgedAt }, place, to }: JudgeProps & { to: string }) {
  return (
    <>
      <input type="hidden" name="form" value={`${to} ${id}`} />
      <input type="hidden" name="to" value={to} />
      <input type="hidden" name="reviewId" value={id} />
      <input type="hidden" name="revision" value={revision} />
      <input type="hidden" name="judgedAt" value={judgedAt?.toISOString() ?? ''} />
      <Place {...place} />
    </>
  )
}

export function Place({ state, page }: QueuePlace) {
  return (
    <>
      <input type="hidden" name="state" value={state} />
      <input type="hidden" name="page" value={page} />
    </>
  )
}
