import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { AccountConnectedPage } from '#app/features/auth/confirm-pages.tsx'
import { SignUpLinkPage } from '#app/features/auth/waiting-sign-up-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm } from '#app/lib/form.server.ts'
import { paths } from '#app/lib/paths.ts'
import { confirmSignUpAction, loadSignUpLink } from '#app/parts/session/sign-up-link.server.ts'

/**
 * Loads the page behind the email that verifies an address during onboarding. Without a token, only partners in
 * onboarding see it.
 */
export async function loader(args: LoaderFunctionArgs) {
  const token = new URL(args.request.url).searchParams.get('token')
  if (token !== null) return { token, ...(await loadSignUpLink(args, token)) }
  if (!(await apiFor(args).invitations.joiningAccount())) throw redirect(paths.onboarding())
  return { token: null, doneFor: null, isNew: false, problem: null }
}

export const action = async (args: ActionFunctionArgs) =>
  confirmSignUpAction(args, await parseForm(args.request), (token) => paths.onboardingConfirmed({ token, done: '1' }))

const TO_ONBOARDING = { to: paths.onboarding({ step: 4 }), label: 'Continue onboarding' }

export const meta: MetaFunction = () => [{ title: 'Confirm your email | WTF' }]

export default function OnboardingConfirmed() {
  const { token, ...link } = useLoaderData<typeof loader>()
  return token === null ? (
    <AccountConnectedPage next={TO_ONBOARDING} />
  ) : (
    <SignUpLinkPage token={token} isJoining {...link} />
  )
}
