import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { AppealPage } from '#app/features/appeals/appeal-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { paths } from '#app/lib/paths.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { decisionInput, raiseAppealInput } from '#server/moderation/appeals.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const input = decisionInput.safeParse(args.params)
  if (!input.success) throw new Response('There is no decision here to appeal.', { status: 404 })
  return { decision: await forSignedIn(args, apiFor(args).moderation.decision(input.data)) }
}

export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  return submitForm(args, {
    form: 'appeal',
    texts,
    input: { ...texts, ...args.params },
    schema: raiseAppealInput,
    submit: async (api, input) => {
      await api.moderation.appeal(input)
      return goOn(
        args,
        paths.appeal(input.kind, input.subjectId),
        'We will review our decision and email you the outcome.',
      )
    },
    fallback: 'Something went wrong on our side, and nothing was sent. Please try again.',
  })
}

export { reloadOnConflict as shouldRevalidate } from '#app/lib/reload-on-conflict.ts'

export const meta: MetaFunction = () => [{ title: 'Our decision | WTF' }, { name: 'robots', content: 'noindex' }]

export default function Appeal() {
  return <AppealPage {...useLoaderData<typeof loader>()} />
}
