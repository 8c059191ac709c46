import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { isRouteErrorResponse, Outlet, useLoaderData, useRouteError, useRouteLoaderData } from '@remix-run/react'
import { AdminFrame } from '#app/features/admin/admin-frame.tsx'
import { AdminsOnly } from '#app/features/admin/admins-only.tsx'
import { FailedPage } from '#app/features/admin/failed-page.tsx'
import { ErrorPage } from '#app/features/shell/error-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { keepsWhatIsShown } from '#app/parts/dashboard/keeps-what-is-shown.ts'

/**
 * Loads the frame's data; null unless the viewer is an administrator. Each page's own loader checks its permissions.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { desk } = apiFor(args).admin
  try {
    return { frame: { queues: await desk.waiting(), isFolded: (await desk.display()).isFolded } }
  } catch (error) {
    if (error instanceof Response && (error.status === 401 || error.status === 403)) return { frame: null }
    throw error
  }
}

/** Keeps the frame's data if a reload fails. */
export const clientLoader = keepsWhatIsShown('routes/admin')

/** The title of error pages. Other pages have their own titles. */
export const meta: MetaFunction = () => [{ title: 'Admin | WTF' }, { name: 'robots', content: 'noindex' }]

/** The layout of all admin pages. */
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
  // If the frame is loaded, the error is in a child route.
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
