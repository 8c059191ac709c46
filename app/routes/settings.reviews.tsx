import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ReviewsTab } from '#app/features/account/reviews-tab.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { paths } from '#app/lib/paths.ts'
import { getParam } from '#app/lib/search-params.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { ownReviewsInput, reviewIdInput } from '#server/feedback/reviews.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const input = ownReviewsInput.parse({ page: getParam(args.request, 'page') })
  return forSignedIn(args, apiFor(args).reviews.mine(input))
}

/** Deletes a review. */
export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  return submitForm(args, {
    form: texts.form ?? '',
    texts,
    schema: reviewIdInput,
    submit: async (api, input) => {
      await forSignedIn(args, api.reviews.remove(input))
      return goOn(args, paths.settings('reviews'), 'Review deleted.')
    },
  })
}

export const meta: MetaFunction = () => [{ title: 'Your reviews | WTF' }]

export default function OwnReviews() {
  return <ReviewsTab {...useLoaderData<typeof loader>()} />
}
