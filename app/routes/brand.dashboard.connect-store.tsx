import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, useOutletContext, useSearchParams } from '@remix-run/react'
import { ConnectStorePage } from '#app/features/dashboard/connect-store-page.tsx'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'
import { sendsMailFor } from '#app/lib/api.server.ts'
import { readForm, submitForm } from '#app/lib/form.server.ts'
import { paths } from '#app/lib/paths.ts'
import { nameWebsiteInput } from '#server/partners/website.schema.ts'

/** How long somebody is greeted as a newcomer: the address alone says nothing. */
const NEW_MS = 3_600_000

export const loader = (args: LoaderFunctionArgs) => ({ sendsMail: sendsMailFor(args), now: new Date() })

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
  const { sendsMail, now } = useLoaderData<typeof loader>()
  const partner = useOutletContext<OwnPartner>()
  const [search] = useSearchParams()
  const isNew = partner.agreement !== null && now.getTime() - partner.agreement.acceptedAt.getTime() < NEW_MS
  return (
    <ConnectStorePage
      partner={partner}
      hasJustJoined={isNew && search.get('onboarding_completed') === 'true'}
      sendsMail={sendsMail}
    />
  )
}
