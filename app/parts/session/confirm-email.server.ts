import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { apiFor } from '#app/lib/api.server.ts'
import { forSignedIn } from './for-signed-in.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { getParam } from '#app/lib/search-params.ts'
import { redeemInput, type EmailLinkInput } from '#server/auth/auth.schema.ts'

/**
 * Loads the page. Only the account itself can verify its address, so others have to sign in first, and then come back.
 */
export async function loadConfirmEmail(args: LoaderFunctionArgs, purpose: EmailLinkInput['purpose']) {
  const token = getParam(args.request, 'token') ?? ''
  try {
    const { email, isDone } = await forSignedIn(args, apiFor(args).auth.readEmailLink({ token, purpose }))
    return { token, doneFor: isDone ? email : null, problem: null }
  } catch (error) {
    if (!(error instanceof Response) || error.status !== 400) throw error
    return { token, doneFor: null, problem: await error.text() }
  }
}

/** Handles the page's button, and the one below an invalid link that requests another email. */
export async function confirmEmailAction(args: ActionFunctionArgs, purpose: EmailLinkInput['purpose']) {
  const texts = await parseForm(args.request)
  if (texts.form === 'send-again') {
    return submitForm(args, {
      form: 'send-again',
      texts,
      schema: z.object({}),
      submit: async (api) => {
        await api.auth.requestEmailVerification()
        return data({ isSent: true })
      },
    })
  }
  return submitForm(args, {
    form: 'confirm-email',
    texts,
    schema: redeemInput,
    submit: async (api, input) =>
      data(await (purpose === 'verify_email' ? api.auth.verifyEmail(input) : api.auth.confirmEmailChange(input))),
    place: ({ message }) => ({ errors: { token: message } }),
  })
}
