import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, useOutletContext } from '@remix-run/react'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'
import { ProfileTab } from '#app/features/dashboard/profile-tab.tsx'
import { savedSettingsPath } from '#app/features/dashboard/settings-frame.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { getParam } from '#app/lib/search-params.ts'
import { timeZoneChoices } from '#app/lib/time-zone-choices.server.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { changeCurrencyInput } from '#server/partners/currency/currency.schema.ts'
import { updateStoreProfileInput } from '#server/partners/settings/store-settings.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { partner, partnerSettings } = apiFor(args)
  const isEditing = getParam(args.request, 'edit') !== null
  const [{ phone }, money, choices] = await forSignedIn(
    args,
    Promise.all([partnerSettings.get(), partnerSettings.currency(), partner.moneyChoices()]),
  )
  return { phone, isEditing, money, choices, timeZones: isEditing ? timeZoneChoices() : [] }
}

export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  if (texts['form'] === 'currency')
    return submitForm(args, {
      form: 'currency',
      texts,
      schema: changeCurrencyInput,
      submit: async (api, input) => {
        await api.partnerSettings.changeCurrency(input)
        return redirect(savedSettingsPath('profile', 'currency'))
      },
      fallback: 'Failed to change the currency. Please try again.',
    })
  return submitForm(args, {
    form: 'profile',
    texts,
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
