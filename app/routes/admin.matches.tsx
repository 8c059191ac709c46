import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { MatchesPage } from '#app/features/admin/moderation/matches-page.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import type { FormAnswer } from '#app/lib/form.ts'
import { offerPaths } from '#app/lib/offer-paths.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { judgeMatchInput, matchQueueQuery } from '#server/offers/offers.schema.ts'

/** Lists waiting matches, unless the URL names another state. */
export async function loader(args: LoaderFunctionArgs) {
  const query = matchQueueQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  return { queue: await forSignedIn(args, apiFor(args).admin.moderation.matches(query)), query }
}

const DONE = {
  kept: 'Kept as one item.',
  separated: 'Separated. They are no longer shown as one item. To undo this, open Separated.',
  joined: 'Joined. They are one item again if they still match.',
}

/** Keeps a match, separates its two products or joins them again. The form's name contains the action and the match. */
export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  return submitForm(args, {
    form: texts['form'] ?? '',
    texts,
    schema: judgeMatchInput,
    submit: async (api, input) => {
      await api.admin.moderation.judgeMatch(input)
      return goOn(args, offerPaths.adminMatches({ state: texts['state'] }), DONE[input.to])
    },
    fallback: 'Something went wrong on our side, and nothing was changed. Please try again.',
  })
}

export { reloadOnConflict as shouldRevalidate } from '#app/lib/reload-on-conflict.ts'

export const meta: MetaFunction = () => [{ title: 'Wrong matches | WTF' }]

export default function MatchesRoute() {
  const answer = useActionAnswer<FormAnswer>()
  return <MatchesPage {...useLoaderData<typeof loader>()} problem={answer?.message} />
}
