import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, useOutletContext } from '@remix-run/react'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'
import { ProfileTab } from '#app/features/dashboard/profile-tab.tsx'
import { savedSettingsPath } from '#app/features/dashboard/settings-frame.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { readForm, submitForm } from '#app/lib/form.server.ts'
import { readParam } from '#app/lib/search-params.ts'
import { timeZoneChoices } from '#app/lib/time-zone-choices.server.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { updateStoreProfileInput } from '#server/partners/settings/store-settings.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { phone } = await forSignedIn(args, apiFor(args).partnerSettings.get())
  const isEditing = readParam(args.request, 'edit') !== null
  return { phone, isEditing, timeZones: isEditing ? timeZoneChoices() : [] }
}

export async function action(args: ActionFunctionArgs) {
  return submitForm(args, {
    form: 'profile',
    texts: await readForm(args.request),
    schema: updateStoreProfileInput,
    submit: async (api, input) => {
      await api.partnerSettings.updateProfile(input)
      return redirect(savedSettingsPath('profile', 'profile'))
    },
    fallback: 'Failed to update profile. Please try again.',
  })
}

export const meta: MetaFunction = () => [{ title: 'Settings | WTF' }]

export default function StoreProfile() {
  return <ProfileTab partner={useOutletContext<OwnPartner>()} {...useLoaderData<typeof loader>()} />
}
