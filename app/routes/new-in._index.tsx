import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { isRouteErrorResponse, useLoaderData, useRouteError } from '@remix-run/react'
import type { NewInAct } from '#app/features/new-in/saved-search-button.tsx'
import { NewInPage, UnloadedNewIn } from '#app/features/new-in/new-in-page.tsx'
import { ErrorPage } from '#app/features/shell/error-page.tsx'
import { actionError, apiFor } from '#app/lib/api.server.ts'
import { parseForm } from '#app/lib/form.server.ts'
import { newInPaths } from '#app/lib/new-in-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { safePath } from '#server/auth/auth.schema.ts'
import { isSearchId } from '#server/new-in/new-in.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { newIn } = apiFor(args)
  const [list, push] = await forSignedIn(args, Promise.all([newIn.list(), newIn.devices()]))
  return { ...list, push }
}

/** Handles the buttons of this page and of a saved search's page. */
export async function action(args: ActionFunctionArgs) {
  const { form = '', searchId = '', deviceId = '', back, until = '' } = await parseForm(args.request)
  const { newIn } = apiFor(args)
  const acts: Record<NewInAct | 'forget-device', () => Promise<{ message: string | null }>> = {
    pause: () =>
      newIn
        .change({ searchId, isPaused: true })
        .then(() => ({ message: 'Paused. We are not looking for new products.' })),
    resume: () =>
      newIn
        .change({ searchId, isPaused: false })
        .then(() => ({ message: 'Resumed. We are looking for new products again.' })),
    remove: () => newIn.remove({ searchId }),
    'bring-back': () => newIn.bringBack({ searchId }),
    'renew-feed': () => newIn.renewFeed({ searchId }).then(() => ({ message: 'Your feed has a new address.' })),
    'forget-device': () =>
      newIn.forgetDevice({ deviceId }).then(() => ({ message: 'That device will no longer get notifications.' })),
    seen: () => newIn.markSeen({ searchId, until }).then(() => ({ message: null })),
  }
  if (!Object.hasOwn(acts, form) || !isSearchId(form === 'forget-device' ? deviceId : searchId))
    throw new Response('This page is out of date. Please reload it.', { status: 400 })
  const page = safePath(back ?? newInPaths.newIn())
  try {
    const { message } = await acts[form as keyof typeof acts]()
    return await goOn(args, page, message)
  } catch (error) {
    if (error instanceof Response && error.status === 401)
      return goOn(args, paths.login({ redirectTo: page }), 'Please sign in again')
    return goOn(args, newInPaths.newIn(), actionError(error).message)
  }
}

export const meta: MetaFunction = () => [{ title: 'New in | WTF' }]

export default function NewIn() {
  return <NewInPage {...useLoaderData<typeof loader>()} />
}

export function ErrorBoundary() {
  return isRouteErrorResponse(useRouteError()) ? <ErrorPage /> : <UnloadedNewIn />
}
