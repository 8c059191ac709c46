import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { actionError, apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { noticeCookie } from '#app/lib/notice.server.ts'
import { paths } from '#app/lib/paths.ts'
import { PROVIDER_NAMES } from './provider-names.ts'
import { getParam } from '#app/lib/search-params.ts'
import { safePath, signInInput, startOAuthInput } from '#server/auth/auth.schema.ts'

/** The error codes of Google and Apple if the user cancelled. */
const CANCELLED: ReadonlySet<string> = new Set(['access_denied', 'user_cancelled_authorize'])

/** Redirects a user who has just signed in, with a notice for the next page if there is one. */
export async function goOn(
  args: Pick<ActionFunctionArgs, 'context'>,
  redirectTo: string,
  notice: string | null = null,
): Promise<Response> {
  return redirect(redirectTo, notice === null ? {} : { headers: { 'Set-Cookie': await noticeCookie(args, notice) } })
}

/** Loads the data of a sign-in page. The page itself redirects signed-in users with the returned `session`. */
export async function loadSignIn(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url)
  const given = searchParams.get('redirectTo')
  const redirectTo = given === null ? undefined : safePath(given)
  const api = apiFor(args)
  const [session, providers, waiting] = await Promise.all([
    api.auth.session(),
    api.auth.providers(),
    api.auth.waitingSignUp(),
  ])
  return {
    session,
    providers,
    waitingFor: waiting?.email ?? null,
    redirectTo,
    why: getParam(args.request, 'why'),
    error: getParam(args.request, 'error'),
  }
}

/** Handles the forms of /login and /brand/login: a password, or a provider. */
export async function signInAction(args: ActionFunctionArgs, accountType?: 'partner') {
  const texts = await parseForm(args.request)
  const { form = 'sign-in' } = texts
  if (form === 'social') {
    return submitForm(args, {
      form,
      texts,
      schema: startOAuthInput,
      submit: async (api, input) => redirect((await api.auth.startOAuth(input)).url),
      place: () => ({
        message: `Failed to authenticate with ${PROVIDER_NAMES[texts.provider === 'apple' ? 'apple' : 'google']}. Please try again.`,
      }),
    })
  }
  return submitForm(args, {
    form: 'sign-in',
    texts: { ...texts, ...(accountType && { accountType }) },
    schema: signInInput,
    submit: async (api, input) => {
      const { redirectTo, notice } = await api.auth.signIn(input)
      return goOn(args, redirectTo, notice)
    },
    fallback: accountType === 'partner' ? 'An unexpected error occurred' : 'Failed to sign in. Please try again.',
    // Never reveals whether the email or the password was wrong. The dialog has one place for the message, pages have
    // two.
    place: ({ message }) =>
      texts.from === 'page' && message.startsWith('Invalid')
        ? { errors: { email: message, password: message } }
        : { message },
  })
}

/**
 * Handles a provider's answer, or its absence. Errors are shown on /login, or on /settings when connecting a provider.
 */
export async function finishSocialSignIn(args: ActionFunctionArgs, params: Record<string, string>): Promise<Response> {
  const api = apiFor(args)
  try {
    const { redirectTo, notice } = await api.auth.finishOAuth({ params })
    return goOn(args, redirectTo, notice)
  } catch (error) {
    if (!(error instanceof Response)) throw error
    const isCancelled = CANCELLED.has(params['error'] ?? '')
    if (await api.auth.session())
      return goOn(
        args,
        `${paths.settings()}#providers`,
        error.status === 409
          ? await error.text()
          : isCancelled
            ? 'Cancelled. Nothing was connected.'
            : 'Nothing was connected. Please try again.',
      )
    // A partner in onboarding continues there.
    if (actionError(error).code === 'joining')
      return redirect(paths.onboarding({ step: 4, error: error.status < 500 ? 'failed' : 'unknown' }))
    if (isCancelled) return redirect(paths.login({ error: 'cancelled' }))
    if (actionError(error).code === 'suspended') return redirect(paths.login({ error: 'suspended' }))
    return redirect(
      paths.login({
        error:
          error.status === 401 && (await error.text()) === 'No session found'
            ? 'no-session'
            : error.status === 403
              ? 'partner'
              : 'social',
      }),
    )
  }
}
