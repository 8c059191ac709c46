import { redirect, type ActionFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useOutletContext, useSearchParams } from '@remix-run/react'
import { ConnectStorePage } from '#app/features/dashboard/connect-store-page.tsx'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'
import { readForm, submitForm } from '#app/lib/form.server.ts'
import { paths } from '#app/lib/paths.ts'
import { nameWebsiteInput } from '#server/partners/website.schema.ts'

export async function action(args: ActionFunctionArgs) {
  return submitForm(args, {
    form: 'website',
    texts: await readForm(args.request),
    schema: nameWebsiteInput,
    submit: async (api, input) => {
      await api.partner.nameWebsite(input)
      return redirect(paths.connectStore())
    },
  })
}

export const meta: MetaFunction = () => [{ title: 'Connect store | WTF' }]

export default function ConnectStore() {
  const [search] = useSearchParams()
  return (
    <ConnectStorePage
      partner={useOutletContext<OwnPartner>()}
      hasJustJoined={search.get('onboarding_completed') === 'true'}
    />
  )
}
