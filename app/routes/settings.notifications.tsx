import type { ActionFunctionArgs, MetaFunction } from '@remix-run/node'
import { useOutletContext, type ClientActionFunctionArgs } from '@remix-run/react'
import { notReached } from '#app/lib/form-not-reached.ts'
import { NotificationsTab } from '#app/features/account/notifications-tab.tsx'
import type { Account } from '#app/features/account/profile-section.tsx'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { notificationsForm } from '#server/accounts/accounts.schema.ts'

export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  return submitForm(args, {
    form: 'notifications',
    texts,
    schema: notificationsForm,
    submit: async (api, input) => {
      await api.account.updateNotifications(input)
      return { isSaved: true }
    },
  })
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  serverAction().catch(notReached('notifications', 'Your choice was not saved. Please try again.'))

export const meta: MetaFunction = () => [{ title: 'Notifications | WTF' }]

export default function Notifications() {
  return <NotificationsTab account={useOutletContext<Account>()} />
}
