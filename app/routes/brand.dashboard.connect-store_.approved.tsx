import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { ComponentProps } from 'react'
import { NotConnectedPage } from '#app/features/dashboard/not-connected-page.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import { actionError, apiFor } from '#app/lib/api.server.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { parseForm } from '#app/lib/form.server.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { returnInput } from '#server/connections/connections.schema.ts'

/**
 * Connects the store when its admin redirects back here. A GET may do this, because the one-time state belongs to the
 * session that requested it.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url)
  const isGranted = searchParams.get('success') === '1'
  return finish(args, { state: searchParams.get('user_id') ?? '', isGranted })
}

/** Connects the store after the partner has agreed to switch to its currency. */
export async function action(args: ActionFunctionArgs) {
  return finish(args, { ...(await parseForm(args.request)), isGranted: true })
}

async function finish(args: LoaderFunctionArgs, input: Record<string, unknown>) {
  const given = returnInput.safeParse(input)
  if (!given.success) return redirect(dashboardPaths.connectStore())
  const { state, isGranted } = given.data
  try {
    const { isNew } = await forSignedIn(args, apiFor(args).connections.finishApproval(given.data))
    return redirect(dashboardPaths.connectStore({ saved: isNew ? 'connected' : 'reconnected' }))
  } catch (error) {
    if (!(error instanceof Response) || error.status < 400) throw error
    const { message, field } = actionError(error)
    const asked = field === 'takesCurrency' ? state : null
    return data({ isGranted, message, asked }, { status: error.status })
  }
}

export const meta: MetaFunction = () => [{ title: 'Connect store | WTF' }]

export default function StoreApproved() {
  const shown = useLoaderData<typeof loader>()
  return <NotConnectedPage {...(useActionAnswer<ComponentProps<typeof NotConnectedPage>>() ?? shown)} />
}
