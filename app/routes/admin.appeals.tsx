import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { AppealsPage } from '#app/features/admin/moderation/appeals-page.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import type { FormAnswer } from '#app/lib/form.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { appealsQuery, judgeAppealInput } from '#server/moderation/appeals.schema.ts'

/** Lists waiting appeals, unless the URL names another state. */
export async function loader(args: LoaderFunctionArgs) {
  const query = appealsQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  return { queue: await forSignedIn(args, apiFor(args).admin.moderation.appeals(query)), query }
}

const DONE = {
  upheld: 'Decision upheld. We emailed your reason to the person who appealed.',
  overturned: 'Decision reversed. The person who appealed has been emailed.',
  lapsed: 'Appeal closed. The item has since been deleted or reviewed again, so nothing changed.',
}

/** Answers an appeal. The form's name contains the answer and the appeal. */
export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  return submitForm(args, {
    form: texts['form'] ?? '',
    texts,
    schema: judgeAppealInput,
    submit: async (api, input) => {
      const { outcome } = await api.admin.moderation.judgeAppeal(input)
      return goOn(args, adminPaths.adminAppeals(), DONE[outcome])
    },
    fallback: 'Something went wrong on our side, and nothing was changed. Please try again.',
  })
}

export { reloadOnConflict as shouldRevalidate } from '#app/lib/reload-on-conflict.ts'

export const meta: MetaFunction = () => [{ title: 'Appeals | WTF' }]

export default function AppealsRoute() {
  const answer = useActionAnswer<FormAnswer>()
  return <AppealsPage {...useLoaderData<typeof loader>()} problem={answer?.message} />
}
