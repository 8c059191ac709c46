import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react'
import { ReviewPage } from '#app/features/reviews/review-page.tsx'
import { actionError, apiFor } from '#app/lib/api.server.ts'
import { parseFields, refuse, submitForm } from '#app/lib/form.server.ts'
import { notReached } from '#app/lib/form-not-reached.ts'
import { paths } from '#app/lib/paths.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { voteInput, writeReviewInput } from '#server/feedback/reviews.schema.ts'

const SAID = {
  written: 'Thank you. We will publish your review once we have checked it.',
  changed: 'Your changes are saved. We will check the review again before we publish it.',
  unchanged: 'Nothing was changed.',
} as const
/** The form returns even a text that is far too long, so that people can shorten it. */
const MAX_SHOWN = 120_000

/** Also serves visitors without a session, because a session may have ended while they were writing. */
export async function loader(args: LoaderFunctionArgs) {
  const api = apiFor(args)
  const productId = args.params.productId ?? ''
  if ((await api.auth.session()) !== null) return { productId, state: await api.reviews.state({ productId }) }
  // Throws a 404 for a missing product before it asks anyone to sign in.
  await api.catalogue.get({ productId })
  return { productId, state: null }
}

export async function action(args: ActionFunctionArgs) {
  const productId = args.params.productId ?? ''
  const fields = await parseFields(args.request)
  const texts = Object.fromEntries(
    [...fields].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  const isSignedIn = (await apiFor(args).auth.session()) !== null
  if (texts.form === 'vote')
    return isSignedIn ? vote(args, texts) : redirect(paths.login({ redirectTo: paths.reviewsOf(productId) }))
  if (!isSignedIn) return refuse('review', texts, { message: SIGN_IN_AGAIN, mostShown: MAX_SHOWN }, 401)
  return submitForm(args, {
    form: 'review',
    texts,
    input: { ...texts, productId, ...(await picturesOf(fields)) },
    schema: writeReviewInput,
    mostShown: MAX_SHOWN,
    fallback: 'We could not save your review. Please send it again.',
    submit: async (api, input) => goOn(args, paths.settings('reviews'), SAID[(await api.reviews.write(input)).outcome]),
  })
}

const SIGN_IN_AGAIN =
  'You are signed out. Sign in again in another tab, then send this again. What you typed is still here.'

/** Returns the chosen files by field name. */
async function picturesOf(fields: FormData): Promise<Record<string, Uint8Array>> {
  const pictures: Record<string, Uint8Array> = {}
  for (const name of ['picture1', 'picture2', 'picture3']) {
    const file = fields.get(name)
    // Browsers send an empty file for an empty file input.
    if (file && typeof file !== 'string' && file.size) pictures[name] = new Uint8Array(await file.arrayBuffer())
  }
  return pictures
}

/** Handles the 'helpful' button on the product page. Without JavaScript, redirects back to it. */
async function vote(args: ActionFunctionArgs, texts: Record<string, string>) {
  const productId = args.params.productId ?? ''
  const input = voteInput.safeParse({ reviewId: texts.reviewId, isHelpful: texts.helpful === 'true' })
  if (!input.success)
    throw new Response('We did not receive the whole form. Please go back and send it again.', { status: 400 })
  const { reviewId } = input.data
  const answer = await apiFor(args)
    .reviews.vote(input.data)
    .then(
      ({ helpfulVotes }) => ({ helpfulVotes, status: 200 }),
      (error: unknown) => ({ message: actionError(error).message, status: (error as Response).status }),
    )
  if ('stays' in texts) return data(answer, { status: answer.status })
  return goOn(args, paths.reviewsOf(productId, reviewId), 'message' in answer ? answer.message : null)
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  serverAction().catch(notReached('review', 'This was not saved. What you typed is still here. Please send it again.'))

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: `${loaded?.state ? `Your review of ${loaded.state.product.name}` : 'Write a review'} | WTF` },
]

export default function Review() {
  const { productId, state } = useLoaderData<typeof loader>()
  return <ReviewPage key={productId} productId={productId} state={state} />
}
