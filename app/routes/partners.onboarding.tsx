import { redirect, replace, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import {
  isRouteErrorResponse,
  useLoaderData,
  useRouteError,
  useSearchParams,
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
} from '@remix-run/react'
import { AccessError, OnboardingAccess } from '#app/features/onboarding/access-screens.tsx'
import { OnboardingPage } from '#app/features/onboarding/onboarding-page.tsx'
import { apiFor, sendsMailFor } from '#app/lib/api.server.ts'
import { notReached } from '#app/lib/form-not-reached.ts'
import { parseForm } from '#app/lib/form.server.ts'
import { paths } from '#app/lib/paths.ts'
import { forgetAnswers } from '#app/parts/onboarding/stored-answers.ts'
import { onboardingAction } from '#app/parts/onboarding/onboarding-action.server.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url)
  // The callback page checks all answers of providers and emailed links.
  if (searchParams.has('code') || searchParams.has('state')) throw redirect(`${paths.authCallback()}?${searchParams}`)
  const mailed = searchParams.get('token_hash')
  if (mailed !== null) throw redirect(paths.onboardingConfirmed({ token: mailed }))
  const api = apiFor(args)
  const token = searchParams.get('token')
  let isRefused = false
  const admission = await api.invitations.admission()
  if (admission.kind === 'partner') throw redirect(paths.dashboard())
  if (admission.kind === 'refused' && admission.isAdmin) return admission
  // A scanner's HEAD request must not mark the invitation as opened.
  if (token !== null && args.request.method === 'GET') {
    try {
      await api.invitations.open({ token, email: searchParams.get('email') ?? '' })
    } catch (error) {
      if (!(error instanceof Response) || error.status !== 403) throw error
      isRefused = true
    }
    // Removes the token from the URL.
    if (!isRefused) throw replace(paths.onboarding())
  }
  if (isRefused) return { kind: 'dead' as const }
  if (admission.kind === 'customer') throw redirect(paths.home())
  if (admission.kind !== 'admitted') return admission
  return {
    kind: 'admitted' as const,
    ...admission.admitted,
    providers: await api.auth.providers(),
    sendsMail: sendsMailFor(args),
    error: searchParams.get('error'),
  }
}

export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  return onboardingAction(args, texts)
}

/** The messages for forms that did not reach the server. */
const NOT_REACHED = lookup({
  join: 'Failed to complete onboarding. Please try again.',
  'prove-email': 'Failed to send magic link. Please try again.',
})

export const clientAction = async ({ request, serverAction }: ClientActionFunctionArgs) => {
  const form = String((await request.clone().formData()).get('form'))
  try {
    return await serverAction()
  } catch (error) {
    // A Response is the redirect after joining.
    if (form === 'join' && error instanceof Response) forgetAnswers()
    return notReached(form, NOT_REACHED[form] ?? 'Something went wrong. Please try again.')(error)
  }
}

/** Skips the reload between steps, because a step is only a history entry. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}) => (formMethod === undefined && currentUrl.href !== nextUrl.href ? false : defaultShouldRevalidate)

export const meta: MetaFunction = () => [
  { title: 'Join WTF as a partner | WTF' },
  { name: 'robots', content: 'noindex' },
]

export default function Onboarding() {
  const loaded = useLoaderData<typeof loader>()
  if (loaded.kind === 'dead') return <AccessError message="Invalid or expired invitation link." isDead />
  if (loaded.kind === 'refused') return <OnboardingAccess isAdmin={loaded.isAdmin} />
  return <OnboardingPage {...loaded} />
}

export function ErrorBoundary() {
  const [search] = useSearchParams()
  const error = useRouteError()
  const isSession = isRouteErrorResponse(error) && (error.status === 401 || error.status === 403)
  return (
    <AccessError
      message={
        isSession
          ? 'Authentication error. Please try again.'
          : search.has('token')
            ? 'Error validating invitation. Please try again.'
            : 'Error validating access. Please try again.'
      }
    />
  )
}
