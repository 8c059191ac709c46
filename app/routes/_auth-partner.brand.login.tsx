import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SignInPage } from '#app/features/auth/sign-in-page.tsx'
import { loadSignIn, signInAction } from '#app/parts/session/sign-in.server.ts'
import { paths } from '#app/lib/paths.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { session, ...page } = await loadSignIn(args)
  const redirectTo = page.redirectTo ?? paths.enterDashboard()
  // A signed-in customer may sign in here as a partner.
  if (session?.viewer.role === 'partner') throw redirect(redirectTo)
  if (session?.viewer.role === 'admin') throw redirect(page.redirectTo ?? paths.home())
  return { ...page, redirectTo }
}

export const action = (args: ActionFunctionArgs) => signInAction(args, 'partner')

export const meta: MetaFunction = () => [{ title: 'Partner sign-in | WTF' }]

export default function PartnerLogin() {
  return <SignInPage accountType="partner" {...useLoaderData<typeof loader>()} />
}
