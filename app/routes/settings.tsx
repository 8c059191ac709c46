import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { SettingsPage } from '#app/features/account/settings-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { forSignedIn } from '#app/lib/for-signed-in.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  return { account: await forSignedIn(args, apiFor(args).account.get()) }
}

export const meta: MetaFunction = () => [{ title: 'Settings | WTF' }, { name: 'robots', content: 'noindex' }]

/** The account is this route's; the tabs get it from here. */
export default function Settings() {
  const { account } = useLoaderData<typeof loader>()
  return <SettingsPage email={account.email}><Outlet context={account} /></SettingsPage>
}
