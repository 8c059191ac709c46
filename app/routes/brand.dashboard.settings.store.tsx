import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, useOutletContext } from '@remix-run/react'
import { z } from 'zod'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'
import { savedSettingsPath } from '#app/features/dashboard/settings-frame.tsx'
import { StoreTab } from '#app/features/dashboard/store-tab.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, refuse, submitForm } from '#app/lib/form.server.ts'
import { timeZoneChoices } from '#app/lib/time-zone-choices.server.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { pauseForm, policiesForm, trackingForm } from '#server/partners/settings/store-settings.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const settings = await forSignedIn(args, apiFor(args).partnerSettings.get())
  return { settings, timeZones: timeZoneChoices() }
}

export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  switch (texts.form) {
    case 'policies':
      return submitForm(args, {
        form: 'policies',
        texts,
        schema: policiesForm,
        submit: async (api, input) => {
          await api.partnerSettings.updatePolicies(input)
          return redirect(savedSettingsPath('store', 'policies'))
        },
      })
    case 'tracking':
      return submitForm(args, {
        form: 'tracking',
        texts,
        schema: trackingForm,
        submit: async (api, input) => {
          await api.partnerSettings.updateTracking(input)
          return redirect(savedSettingsPath('store', 'tracking'))
        },
      })
    case 'pause':
      return submitForm(args, {
        form: 'pause',
        texts,
        schema: pauseForm,
        submit: async (api, input) => {
          await api.partnerSettings.pause(input)
          return redirect(savedSettingsPath('store', 'paused'))
        },
      })
    case 'resume':
      return submitForm(args, {
        form: 'resume',
        texts,
        schema: z.object({}),
        submit: async (api) => {
          await api.partnerSettings.resume()
          return redirect(savedSettingsPath('store', 'resumed'))
        },
      })
    default:
      return refuse(texts.form ?? '', texts, { message: 'This page is out of date. Please reload it.' })
  }
}

export const meta: MetaFunction = () => [{ title: 'Store settings | WTF' }]

export default function StoreSettings() {
  return <StoreTab partner={useOutletContext<OwnPartner>()} {...useLoaderData<typeof loader>()} />
}
