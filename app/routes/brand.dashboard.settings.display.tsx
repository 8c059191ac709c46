import type { ActionFunctionArgs, MetaFunction } from '@remix-run/node'
import { useOutletContext, type ClientActionFunctionArgs } from '@remix-run/react'
import { DisplayTab } from '#app/features/dashboard/display-tab.tsx'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'
import { notReached } from '#app/lib/form-not-reached.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { displayForm } from '#server/partners/settings/preferences.schema.ts'

export async function action(args: ActionFunctionArgs) {
  return submitForm(args, {
    form: 'display',
    texts: await parseForm(args.request),
    schema: displayForm,
    submit: async (api, input) => {
      await api.partnerSettings.updateDisplay(input)
      return { isSaved: true }
    },
  })
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  serverAction().catch(notReached('display', 'Your choice was not saved. Please try again.'))

export const meta: MetaFunction = () => [{ title: 'Display | WTF' }]

export default function Display() {
  return <DisplayTab partner={useOutletContext<OwnPartner>()} />
}
