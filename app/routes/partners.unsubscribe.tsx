import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { StopStoreMailPage } from '#app/features/dashboard/stop-store-mail-page.tsx'
import { submitForm } from '#app/lib/form.server.ts'
import { getParam } from '#app/lib/search-params.ts'
import { stopStoreMailInput } from '#server/partners/settings/preferences.schema.ts'

const tokenOf = (request: Request) => getParam(request, 'token') ?? ''

export function loader({ request }: LoaderFunctionArgs) {
  return { token: tokenOf(request) }
}

/** Handles the page's button, and one-click unsubscribe from email programs (RFC 8058), which only know the URL. */
export async function action(args: ActionFunctionArgs) {
  return submitForm(args, {
    form: 'stop-mail',
    texts: { token: tokenOf(args.request) },
    schema: stopStoreMailInput,
    submit: async (api, input) => data(await api.partnerSettings.stopMail(input)),
  })
}

export const meta: MetaFunction = () => [{ title: 'Unsubscribe | WTF' }]

export default function StopStoreMail() {
  return <StopStoreMailPage {...useLoaderData<typeof loader>()} />
}
