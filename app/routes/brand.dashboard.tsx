import { redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { isRouteErrorResponse, Outlet, useLoaderData, useRouteError, useRouteLoaderData } from '@remix-run/react'
import { DashboardFrame } from '#app/features/dashboard/dashboard-frame.tsx'
import { PartnersOnly } from '#app/features/dashboard/partners-only.tsx'
import { RefusedPage } from '#app/features/dashboard/refused-page.tsx'
import { ErrorPage } from '#app/features/shell/error-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { paths } from '#app/lib/paths.ts'
import { returnPath } from '#app/lib/return-path.ts'
import { keepsWhatIsShown } from '#app/parts/dashboard/keeps-what-is-shown.ts'

/** Loads the viewer's partner in any state. Child routes read it from here. */
export async function loader(args: LoaderFunctionArgs) {
  try {
    return { partner: await apiFor(args).partner.mine() }
  } catch (error) {
    if (!(error instanceof Response) || error.status !== 401) throw error
    throw redirect(paths.partnerLogin({ redirectTo: returnPath(new URL(args.request.url)) }))
  }
}

/** Keeps the data if a refresh fails. The child page shows the error. */
export const clientLoader = keepsWhatIsShown('routes/brand.dashboard')

export const meta: MetaFunction = () => [{ title: 'Partner dashboard | WTF' }, { name: 'robots', content: 'noindex' }]

export default function DashboardLayout() {
  const { partner } = useLoaderData<typeof loader>()
  return (
    <DashboardFrame partner={partner}>
      <Outlet context={partner} />
    </DashboardFrame>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  // If the partner is loaded, the error is in a child route.
  const partner = useRouteLoaderData<typeof loader>('routes/brand.dashboard')?.partner
  if (!isRouteErrorResponse(error) || error.status !== 403) return <ErrorPage />
  return partner ? (
    <DashboardFrame partner={partner}>
      <RefusedPage partner={partner} />
    </DashboardFrame>
  ) : (
    <PartnersOnly />
  )
}
