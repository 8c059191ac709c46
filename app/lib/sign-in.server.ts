import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { apiFor } from './api.server.ts'
import { readForm, submitForm } from './form.server.ts'
import { noticeCookie } from './notice.server.ts'
import { paths } from './paths.ts'
import { PROVIDER_NAMES } from './provider-names.ts'
import { readParam } from './search-params.ts'
import { safePath, signInInput, startOAuthInput } from '#server/auth/auth.schema.ts'

/** What Google and Apple call it when the person has said no. */
const CANCELLED: ReadonlySet<string> = new Set(['access_denied', 'user_cancelled_authorize'])

/** Where somebody goes on to who is in now, with a sentence for the next page if there is one. */
export async function goOn(args: Pick<ActionFunctionArgs, 'context'>, redirectTo: string, notice: string | null = null): Promise<Response> {
  return redirect(redirectTo, notice === null ? {} : { headers: { 'Set-Cookie': await noticeCookie(args, notice) } })
}

/** What pages of signing in read from their address; whoever is signed in already goes on. */
export async function loadSignIn(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url)
  const given = searchParams.get('redirectTo')
  const redirectTo = given === null ? undefined : safePath(given)
  const api = apiFor(args)
  const [session, providers, waiting] = await Promise.all([api.auth.session(), api.auth.providers(), api.auth.waitingSignUp()])
  return { session, providers, waitingFor: waiting?.email ?? null, redirectTo, why: readParam(args.request, 'why'), error: readParam(args.request, 'error') }
}

/** /login and /brand/login: the password, or a provider. */
export async function signInAction(args: ActionFunctionArgs, accountType?: 'partner') {
  const texts = await readForm(args.request)
  const { form = 'sign-in' } = texts
  if (form === 'social') {
    return submitForm(args, {
      form, texts, schema: startOAuthInput,
      submit: async (api, input) => redirect((await api.auth.startOAuth(input)).url),
      place: () => ({ message: `Failed to authenticate with ${PROVIDER_NAMES[texts.provider === 'apple' ? 'apple' : 'google']}. Please try again.` }),
    })
  }
  return submitForm(args, {
    form: 'sign-in', texts: { ...texts, ...(accountType && { accountType }) }, schema: signInInput,
    submit: async (api, input) => {
      const { redirectTo, notice } = await api.auth.signIn(input)
      return goOn(args, redirectTo, notice)
    },
    fallback: 'Failed to sign in. Please try again.',
    // Which of the two was wrong is told to nobody. The dialog has one place for it, pages have two.
    place: ({ message }) => (texts.from === 'page' && message.startsWith('Invalid') ? { errors: { email: message, password: message } } : { message }),
  })
}

/** A provider's answer, or what is missing of it, after which /login says what went wrong, or /settings to whoever meant to connect it. */
export async function finishSocialSignIn(args: ActionFunctionArgs, params: Record<string, string>): Promise<Response> {
  const api = apiFor(args)
  try {
    const { redirectTo, notice } = await api.auth.finishOAuth({ params })
    return goOn(args, redirectTo, notice)
  } catch (error) {
    if (!(error instanceof Response)) throw error
    const isCancelled = CANCELLED.has(params['error'] ?? '')
    if (await api.auth.session()) return goOn(args, `${paths.settings()}#providers`, error.status === 409 ? await error.text() : isCancelled ? 'Cancelled. Nothing was connected.' : 'Nothing was connected. Please try again.')
    if (isCancelled) return redirect(paths.login({ error: 'cancelled' }))
    return redirect(paths.login({ error: error.status === 401 && (await error.text()) === 'No session found' ? 'no-session' : error.status === 403 ? 'partner' : 'social' }))
  }
}
