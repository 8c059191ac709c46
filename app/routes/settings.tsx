import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { isRouteErrorResponse, Outlet, useLoaderData, useRouteError, useRouteLoaderData } from '@remix-run/react'
import { SettingsPage } from '#app/features/account/settings-page.tsx'
import { UnloadedPage } from '#app/features/account/settings-unloaded-page.tsx'
import { ErrorPage } from '#app/features/shell/error-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  return { account: await forSignedIn(args, apiFor(args).account.get()) }
}

export const meta: MetaFunction = () => [{ title: 'Settings | WTF' }]

/** This route loads the account; the tabs read it from here. */
export default function Settings() {
  const { account } = useLoaderData<typeof loader>()
  return (
    <SettingsPage email={account.email}>
      <Outlet context={account} />
    </SettingsPage>
  )
}

export function ErrorBoundary() {
  const isRefused = isRouteErrorResponse(useRouteError())
  // If the account is loaded, the error is in a tab.
  const hasAccount = useRouteLoaderData<typeof loader>('routes/settings') !== undefined
  return isRefused || hasAccount ? <ErrorPage /> : <UnloadedPage />
}
