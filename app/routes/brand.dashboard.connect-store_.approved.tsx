import { data, redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { NotConnectedPage } from '#app/features/dashboard/not-connected-page.tsx'
import { actionError, apiFor } from '#app/lib/api.server.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { returnInput } from '#server/connections/connections.schema.ts'

/**
 * The page that a store's admin redirects back to. Connects the store in a GET: the one-time state belongs to the
 * session that asked for it.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url)
  const isGranted = searchParams.get('success') === '1'
  const given = returnInput.safeParse({ state: searchParams.get('user_id') ?? '', isGranted })
  if (!given.success) return redirect(dashboardPaths.connectStore())
  try {
    const { isNew } = await forSignedIn(args, apiFor(args).connections.finishApproval(given.data))
    return redirect(dashboardPaths.connectStore({ saved: isNew ? 'connected' : 'reconnected' }))
  } catch (error) {
    if (!(error instanceof Response) || error.status < 400) throw error
    return data({ isGranted, message: actionError(error).message }, { status: error.status })
  }
}

export const meta: MetaFunction = () => [{ title: 'Connect store | WTF' }]

export default function StoreApproved() {
  return <NotConnectedPage {...useLoaderData<typeof loader>()} />
}
