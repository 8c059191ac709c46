import { redirect, type ActionFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useOutletContext } from '@remix-run/react'
import { PreferencesTab } from '#app/features/account/preferences-tab.tsx'
import type { Account } from '#app/features/account/profile-section.tsx'
import { savedPath } from '#app/features/account/saved-notices.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { updatePreferencesInput } from '#server/accounts/accounts.schema.ts'

export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  return submitForm(args, {
    form: 'preferences',
    texts,
    schema: updatePreferencesInput,
    submit: async (api, input) => {
      await api.account.updatePreferences(input)
      return redirect(savedPath('preferences'))
    },
  })
}

export const meta: MetaFunction = () => [{ title: 'Preferences | WTF' }]

export default function Preferences() {
  return <PreferencesTab account={useOutletContext<Account>()} />
}
