import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react'
import { StoreNoticesTab } from '#app/features/dashboard/store-notices-tab.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { notReached } from '#app/lib/form-not-reached.ts'
import { readForm, submitForm } from '#app/lib/form.server.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { storeNoticesForm } from '#server/partners/settings/preferences.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const api = apiFor(args)
  const [notices, { email }] = await forSignedIn(args, Promise.all([api.partnerSettings.notices(), api.account.get()]))
  return { notices, email }
}

export async function action(args: ActionFunctionArgs) {
  return submitForm(args, {
    form: 'notices',
    texts: await readForm(args.request),
    schema: storeNoticesForm,
    submit: async (api, input) => {
      await api.partnerSettings.updateNotices(input)
      return { isSaved: true }
    },
  })
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  serverAction().catch(notReached('notices', 'Your choice was not saved. Please try again.'))

export const meta: MetaFunction = () => [{ title: 'Store notifications | WTF' }]

export default function StoreNotifications() {
  return <StoreNoticesTab {...useLoaderData<typeof loader>()} />
}
