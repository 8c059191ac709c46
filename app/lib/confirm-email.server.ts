import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { apiFor } from './api.server.ts'
import { forSignedIn } from './for-signed-in.server.ts'
import { readForm, submitForm } from './form.server.ts'
import { redeemInput } from '#server/auth/auth.schema.ts'

/** Only its own account can prove an address: others are led to sign in first, and come back. */
export async function loadConfirmEmail(args: LoaderFunctionArgs) {
  await forSignedIn(args, apiFor(args).account.get())
  return { token: new URL(args.request.url).searchParams.get('token') ?? '' }
}

/** @param procedure by which the token of the page's mail is redeemed */
export async function confirmEmailAction(args: ActionFunctionArgs, procedure: 'verifyEmail' | 'confirmEmailChange') {
  return submitForm(args, {
    form: 'confirm-email', texts: await readForm(args.request), schema: redeemInput,
    submit: async (api, input) => data(await api.auth[procedure](input)),
    place: ({ message }) => ({ errors: { token: message } }),
  })
}
