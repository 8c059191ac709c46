import { redirect, type ActionFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useOutletContext } from '@remix-run/react'
import { PrivacyTab } from '#app/features/account/privacy-tab.tsx'
import type { Account } from '#app/features/account/profile-section.tsx'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { paths } from '#app/lib/paths.ts'
import { requestDeletionInput } from '#server/accounts/accounts.schema.ts'

export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  return submitForm(args, {
    form: 'delete',
    texts,
    schema: requestDeletionInput,
    submit: async (api, input) => {
      await api.account.requestDeletion(input)
      return redirect(paths.settingsClosed())
    },
  })
}

export const meta: MetaFunction = () => [{ title: 'Privacy | WTF' }]

export default function Privacy() {
  return <PrivacyTab account={useOutletContext<Account>()} />
}
