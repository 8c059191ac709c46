import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SignInPage } from '#app/features/auth/sign-in-page.tsx'
import { loadSignIn, signInAction } from '#app/parts/session/sign-in.server.ts'
import { paths } from '#app/lib/paths.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { session, ...page } = await loadSignIn(args)
  if (session) throw redirect(page.redirectTo ?? paths.home())
  return page
}

export const action = (args: ActionFunctionArgs) => signInAction(args)

export const meta: MetaFunction = () => [{ title: 'Sign In | WTF' }]

export default function Login() {
  return <SignInPage {...useLoaderData<typeof loader>()} />
}
