import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, useOutletContext, type ClientActionFunctionArgs } from '@remix-run/react'
import { FeedbackItemPage } from '#app/features/customer-feedback/feedback-item-page.tsx'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'
import { actionError, apiFor } from '#app/lib/api.server.ts'
import { notReached } from '#app/lib/form-not-reached.ts'
import { parseForm, shownAgain, submitForm } from '#app/lib/form.server.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { getParam } from '#app/lib/search-params.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import {
  feedbackItemInput,
  feedbackStatusInput,
  flagInput,
  respondInput,
  reviewInput,
} from '#server/feedback/customer-feedback.schema.ts'

const FAILED = 'Failed to send response'

/** Parses 'review-' or 'feedback-' and an id. */
function itemOf(params: { item?: string | undefined }): { kind: 'review' | 'feedback'; id: string } {
  const [, kind, id] = /^(review|feedback)-(.+)$/.exec(params.item ?? '') ?? []
  const asked = feedbackItemInput.safeParse({ kind, id })
  if (!asked.success) throw new Response('Feedback not found.', { status: 404 })
  return asked.data
}

export async function loader(args: LoaderFunctionArgs) {
  return {
    item: await forSignedIn(args, apiFor(args).feedback.get(itemOf(args.params))),
    act: getParam(args.request, 'act') === 'flag' ? ('flag' as const) : ('respond' as const),
    saved: getParam(args.request, 'saved'),
  }
}

/** Handles the forms about an item. Redirects after a form on the item's own page, and returns data to scripts. */
export async function action(args: ActionFunctionArgs) {
  const { form = '', from, ...texts } = await parseForm(args.request)
  const item = itemOf(args.params)
  const ofReview = { input: { reviewId: item.id }, schema: reviewInput }
  const done = (more: object = {}) =>
    from === 'page'
      ? redirect(dashboardPaths.customerFeedbackItem(`${item.kind}-${item.id}`, { saved: form }))
      : data({ form, isDone: true, ...more })
  const asked = { form, texts }
  switch (form) {
    case 'respond':
      return submitForm(args, {
        ...asked,
        input: { ...texts, ...item },
        schema: respondInput,
        fallback: FAILED,
        submit: async ({ feedback }, input) => {
          try {
            return done(await feedback.respond(input))
          } catch (error) {
            if (!(error instanceof Response) || error.status !== 409) throw error
            const { message } = actionError(error)
            const values = shownAgain(texts)
            // The dialog over the list does not reload, so the refusal contains the changed item.
            return data(
              { form, values, errors: { response: message }, item: await feedback.get(item) },
              { status: 409 },
            )
          }
        },
      })
    case 'withdraw':
      return submitForm(args, {
        ...asked,
        ...ofReview,
        submit: async ({ feedback }, input) => done((await feedback.withdraw(input)) ?? {}),
      })
    case 'flag':
      return submitForm(args, {
        ...asked,
        input: { ...texts, ...item },
        schema: flagInput,
        submit: async ({ feedback }, input) => done((await feedback.flag(input)) ?? {}),
      })
    case 'unflag':
      return submitForm(args, {
        ...asked,
        input: item,
        schema: feedbackItemInput,
        submit: async ({ feedback }, input) => done((await feedback.unflag(input)) ?? {}),
      })
    case 'status':
      return submitForm(args, {
        ...asked,
        input: { ...texts, feedbackId: item.id },
        schema: feedbackStatusInput,
        submit: async ({ feedback }, input) => done((await feedback.setStatus(input)) ?? {}),
      })
    default:
      throw new Response('This page is out of date. Please reload it.', { status: 400 })
  }
}

/** Keeps the typed text if the form does not reach the server. */
export const clientAction = async ({ request, serverAction }: ClientActionFunctionArgs) => {
  const form = String((await request.clone().formData()).get('form'))
  return serverAction().catch(
    notReached(form, form === 'respond' ? FAILED : 'We did not receive this. Please try again.'),
  )
}

export { reloadOnConflict as shouldRevalidate } from '#app/lib/reload-on-conflict.ts'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  {
    title: `${data ? `${data.item.kind === 'review' ? 'Review' : 'Feedback'} from ${data.item.author}` : 'Feedback'} | WTF`,
  },
]

export default function FeedbackItemRoute() {
  const { role } = useOutletContext<OwnPartner>()
  return <FeedbackItemPage {...useLoaderData<typeof loader>()} canAnswer={role !== 'viewer'} />
}
