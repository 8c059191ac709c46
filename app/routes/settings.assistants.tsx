import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, useOutletContext } from '@remix-run/react'
import { AssistantsTab } from '#app/features/account/assistants-tab.tsx'
import type { Account } from '#app/features/account/profile-section.tsx'
import { savedPath } from '#app/features/account/saved-notices.ts'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import { apiFor, siteUrlFor } from '#app/lib/api.server.ts'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { parseFields, refuse, submitForm } from '#app/lib/form.server.ts'
import { paths } from '#app/lib/paths.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { withRecentProof } from '#app/parts/session/recent-proof.server.ts'
import { createTokenForm, tokenInput } from '#server/auth/personal-tokens/personal-tokens.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const tokens = await forSignedIn(args, apiFor(args).personalTokens.list())
  return { tokens, siteUrl: siteUrlFor(args), now: new Date() }
}

export async function action(args: ActionFunctionArgs) {
  const fields = await parseFields(args.request)
  const scopes = fields.getAll('scopes').map(String)
  const texts = {
    ...Object.fromEntries([...fields].filter((entry): entry is [string, string] => typeof entry[1] === 'string')),
    scopes: scopes.join(' '),
  } as Record<string, string>
  const form = texts.form ?? ''
  switch (form.split(' ')[0]) {
    case 'create-token':
      return submitForm(args, {
        form,
        texts,
        input: { ...texts, scopes },
        schema: createTokenForm,
        // Shows the token without a redirect, which would put it in a URL.
        submit: async (api, input) => ({
          made: await withRecentProof(api.personalTokens.create(input), `${paths.settings('assistants')}#tokens`),
        }),
      })
    case 'revoke':
      return submitForm(args, {
        form,
        texts,
        schema: tokenInput,
        submit: async (api, input) => {
          await api.personalTokens.revoke(input)
          return redirect(savedPath('token-revoked'))
        },
      })
    default:
      return refuse(form, texts, { message: 'This page is out of date. Please reload it.' })
  }
}

export const meta: MetaFunction = () => [{ title: 'Assistants | WTF' }]

export default function Assistants() {
  const answer = useActionAnswer<{ made?: RouterOutputs['personalTokens']['create'] }>()
  return (
    <AssistantsTab
      {...useLoaderData<typeof loader>()}
      account={useOutletContext<Account>()}
      made={answer?.made ?? null}
    />
  )
}
