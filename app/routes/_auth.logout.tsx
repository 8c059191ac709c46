import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react'
import { SignOutPage } from '#app/features/auth/sign-out-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { endNotices } from '#app/lib/end-notices.ts'
import { paths } from '#app/lib/paths.ts'
import { forgetAnswers } from '#app/parts/onboarding/stored-answers.ts'
import { forgetTaken } from '#app/parts/wishlist/taken-lookbook.ts'

export async function loader(args: LoaderFunctionArgs) {
  return { email: (await apiFor(args).auth.session())?.viewer.email ?? null }
}

export async function action(args: ActionFunctionArgs) {
  const api = apiFor(args)
  if (await api.auth.session()) await api.auth.signOut()
  return redirect(paths.signedOut())
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => {
  forgetAnswers()
  void forgetTaken().catch(() => undefined)
  void endNotices().catch(() => undefined)
  return serverAction()
}

export const meta: MetaFunction = () => [{ title: 'Sign out | WTF' }]

export default function Logout() {
  return <SignOutPage {...useLoaderData<typeof loader>()} />
}
