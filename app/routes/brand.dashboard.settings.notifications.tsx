import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react'
import { StoreNoticesTab } from '#app/features/dashboard/store-notices-tab.tsx'
import { actionError, apiFor } from '#app/lib/api.server.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { notReached } from '#app/lib/form-not-reached.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { storeNoticesForm } from '#server/partners/settings/preferences.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const api = apiFor(args)
  const [notices, { email }, devices] = await forSignedIn(
    args,
    Promise.all([api.partnerSettings.notices(), api.account.get(), api.newIn.devices()]),
  )
  return { notices, email, devices }
}

export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  if (texts.form === 'forget-device') return forgetDevice(args, texts.deviceId)
  return submitForm(args, {
    form: 'notices',
    texts,
    schema: storeNoticesForm,
    submit: async (api, input) => {
      await api.partnerSettings.updateNotices(input)
      return { isSaved: true }
    },
  })
}

async function forgetDevice(args: ActionFunctionArgs, deviceId: string | undefined) {
  const page = dashboardPaths.storeSettings('notifications')
  try {
    await apiFor(args).newIn.forgetDevice({ deviceId })
    return await goOn(args, page, 'That device will no longer get notifications.')
  } catch (error) {
    return goOn(args, page, actionError(error).message)
  }
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  serverAction().catch(notReached('notices', 'Your choice was not saved. Please try again.'))

export const meta: MetaFunction = () => [{ title: 'Store notifications | WTF' }]

export default function StoreNotifications() {
  return <StoreNoticesTab {...useLoaderData<typeof loader>()} />
}
