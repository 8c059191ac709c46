import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ReviewsPage } from '#app/features/admin/reviews-page.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import type { FormAnswer } from '#app/lib/form.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { judgeFeedbackInput, judgeReviewInput, reviewQueueQuery } from '#server/feedback/review-queue.schema.ts'

/** Lists reviews waiting for moderation, unless the URL names another state. */
export async function loader(args: LoaderFunctionArgs) {
  const query = reviewQueueQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  return { queue: await forSignedIn(args, apiFor(args).admin.reviews(query)), query }
}

const JUDGED = {
  approved: 'Approved and published on the product page.',
  rejected: 'Rejected.',
  spam: 'Marked as spam.',
}
const ANSWERED = {
  closed: 'Closed. The store has been emailed.',
  given_back: 'Sent back to the store. The store has been emailed.',
}
const fallback = 'Something went wrong on our side, and nothing was changed. Please try again.'

/**
 * Decides on a review, or answers a flag on a shopper's message to a store. The form's name contains the decision and
 * the item.
 */
export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  const { form = '', state } = texts
  const back = adminPaths.adminReviews({ state, page: Number(texts['page']) || undefined })
  if ('feedbackId' in texts)
    return submitForm(args, {
      form,
      texts,
      schema: judgeFeedbackInput,
      fallback,
      submit: async (api, input) => {
        await api.admin.judgeFeedback(input)
        return goOn(args, back, ANSWERED[input.to])
      },
    })
  return submitForm(args, {
    form,
    texts,
    schema: judgeReviewInput,
    fallback,
    submit: async (api, input) => {
      const { isWriterEmailed } = await api.admin.judgeReview(input)
      return goOn(args, back, `${JUDGED[input.to]}${isWriterEmailed ? ' The author has been emailed.' : ''}`)
    },
  })
}

export { reloadOnConflict as shouldRevalidate } from '#app/lib/reload-on-conflict.ts'

export const meta: MetaFunction = () => [{ title: 'Reviews | WTF' }]

export default function ReviewsRoute() {
  const answer = useActionAnswer<FormAnswer>()
  return <ReviewsPage {...useLoaderData<typeof loader>()} problem={answer?.message} />
}
