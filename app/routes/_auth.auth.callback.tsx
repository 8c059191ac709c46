import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { AccountConnectedPage, CallbackPage } from '#app/features/auth/confirm-pages.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import { parseForm, shownAgain } from '#app/lib/form.server.ts'
import { finishSocialSignIn } from '#app/parts/session/sign-in.server.ts'

/**
 * Loads the page that a provider redirects to, with its answer in the address. Connecting one may end at
 * /auth/callback?connected.
 */
export function loader({ request }: LoaderFunctionArgs) {
  const params = Object.fromEntries(new URL(request.url).searchParams)
  if ('connected' in params) return { isConnected: true, params: {} }
  return { isConnected: false, params: shownAgain(params) }
}

/**
 * Apple posts its answer from its own site, so the browser sends no cookie of ours. Returns the answer to the browser,
 * and our page posts it again.
 */
export async function action(args: ActionFunctionArgs) {
  const { form, ...params } = await parseForm(args.request)
  if (form !== 'callback') return data({ params: shownAgain(params) })
  return finishSocialSignIn(args, params)
}

export const meta: MetaFunction = () => [{ title: 'Completing sign in | WTF' }]

export default function Callback() {
  const { isConnected, params } = useLoaderData<typeof loader>()
  const posted = useActionAnswer<{ params?: Record<string, string> }>()?.params
  return isConnected ? <AccountConnectedPage /> : <CallbackPage params={posted ?? params} />
}
