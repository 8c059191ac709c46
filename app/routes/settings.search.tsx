import type { ActionFunctionArgs, MetaFunction } from '@remix-run/node'
import { useOutletContext, type ClientActionFunctionArgs } from '@remix-run/react'
import type { Account } from '#app/features/account/profile-section.tsx'
import { SearchTab } from '#app/features/account/search-tab.tsx'
import { notReached } from '#app/lib/form-not-reached.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { setSearchModeInput } from '#server/accounts/accounts.schema.ts'

export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  return submitForm(args, {
    form: 'search-mode',
    texts,
    schema: setSearchModeInput,
    submit: async (api, input) => {
      await api.account.setSearchMode(input)
      return { isSaved: true }
    },
  })
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  serverAction().catch(notReached('search-mode', 'Your search mode was not saved. Please try again.'))

export const meta: MetaFunction = () => [{ title: 'Search Settings | WTF' }]

export default function SearchSettings() {
  return <SearchTab account={useOutletContext<Account>()} />
}
