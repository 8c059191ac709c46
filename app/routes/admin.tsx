import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { isRouteErrorResponse, Outlet, useLoaderData, useRouteError, useRouteLoaderData } from '@remix-run/react'
import { AdminFrame } from '#app/features/admin/admin-frame.tsx'
import { AdminsOnly } from '#app/features/admin/admins-only.tsx'
import { FailedPage } from '#app/features/admin/failed-page.tsx'
import { ErrorPage } from '#app/features/shell/error-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { keepsWhatIsShown } from '#app/parts/dashboard/keeps-what-is-shown.ts'

/** The frame's data; null unless the viewer is an administrator. Each page's own loader checks its permissions. */
export async function loader(args: LoaderFunctionArgs) {
  const { desk } = apiFor(args).admin
  try {
    return { frame: { queues: await desk.waiting(), isFolded: (await desk.display()).isFolded } }
  } catch (error) {
    if (error instanceof Response && (error.status === 401 || error.status === 403)) return { frame: null }
    throw error
  }
}

/** A form that does not arrive takes nothing away. */
export const clientLoader = keepsWhatIsShown('routes/admin')

/** Of what is refused or fails: pages have their own. */
export const meta: MetaFunction = () => [{ title: 'Admin | WTF' }, { name: 'robots', content: 'noindex' }]

/** The frame of every page of administrators. */
export default function AdminLayout() {
  const { frame } = useLoaderData<typeof loader>()
  return frame ? (
    <AdminFrame {...frame}>
      <Outlet />
    </AdminFrame>
  ) : (
    <Outlet />
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  // If it is loaded, it is a page inside that has failed.
  const frame = useRouteLoaderData<typeof loader>('routes/admin')?.frame
  const isRefused = isRouteErrorResponse(error) && (error.status === 401 || error.status === 403)
  if (frame && !isRefused)
    return (
      <AdminFrame {...frame}>
        <FailedPage />
      </AdminFrame>
    )
  return (
    <AdminsOnly>
      <ErrorPage />
    </AdminsOnly>
  )
}
