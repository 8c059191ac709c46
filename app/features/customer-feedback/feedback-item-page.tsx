import { useEffect } from 'react'
import { BackLink } from '#app/components/back-link.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import { forgetDraft } from '#app/lib/kept-form.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import type { Item } from './customer-feedback-address.ts'
import { StatusActs, Written } from './feedback-entry.tsx'
import { FlagForm } from './flag-form.tsx'
import { ItemAct, type ItemAnswer } from './item-act.tsx'
import { RespondForm } from './respond-form.tsx'
import { lookup } from '#server/platform/lookup.schema.ts'

/** The success message of each form. */
const SAVED = lookup({
  respond: 'Response Sent',
  withdraw: 'Response withdrawn',
  flag: 'Flagged. Our team will review it.',
  unflag: 'Flag removed',
  status: 'Status changed',
})

/** A review or a piece of feedback, with the list's dialogs as a page that needs no JavaScript. */
export function FeedbackItemPage({
  item,
  act,
  saved,
  canAnswer,
}: {
  item: Item
  act: 'respond' | 'flag'
  saved: string | null
  canAnswer: boolean
}) {
  const { id, kind, author, flaggedAt } = item
  useEffect(() => {
    if (saved === 'respond') forgetDraft(`response-${id}`)
  }, [saved, id])
  const answer = useActionAnswer<ItemAnswer>()
  const done = answer?.isDone ? answer.form : saved
  const said = done && Object.hasOwn(SAVED, done) && SAVED[done]
  return (
    <div className="max-w-3xl">
      <BackLink fallback={dashboardPaths.customerFeedback(kind === 'feedback' ? { tab: 'feedback' } : {})} />
      <h1 className="mt-4 text-(length:--text-section) leading-none wrap-anywhere">
        {kind === 'review' ? 'Review' : 'Feedback'} from {author}
      </h1>
      {said && (
        <p role="status" className="notice mt-6 text-sm">
          {said}
        </p>
      )}
      <div className="mt-6 border-y border-line py-5 text-sm">
        <Written item={item} />
      </div>
      {canAnswer && (
        <>
          {item.kind === 'feedback' && (
            <div className="mt-2 flex flex-wrap gap-x-5 text-sm">
              <StatusActs item={item} />
            </div>
          )}
          {act === 'flag' ? (
            <section aria-labelledby="flag" className="mt-8">
              <h2 id="flag" className="font-sans text-base font-semibold">
                Flag
              </h2>
              <FlagForm item={item} />
              {flaggedAt && (
                <ItemAct item={item} form="unflag" done="Flag removed">
                  Remove flag
                </ItemAct>
              )}
            </section>
          ) : (
            <section aria-labelledby="respond" className="mt-8">
              <h2 id="respond" className="font-sans text-base font-semibold">
                Respond
              </h2>
              <RespondForm item={item} />
            </section>
          )}
        </>
      )}
    </div>
  )
}
