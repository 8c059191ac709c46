import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { actionError, apiFor } from '#app/lib/api.server.ts'
import { submitForm } from '#app/lib/form.server.ts'
import { paths } from '#app/lib/paths.ts'
import { goOn } from './sign-in.server.ts'
import { redeemInput } from '#server/auth/auth.schema.ts'

/** Loads the details of a sign-up link. `isNew` is true if it was used just now. */
export async function loadSignUpLink(args: LoaderFunctionArgs, token: string) {
  const isNew = new URL(args.request.url).searchParams.has('done')
  try {
    return { isNew, problem: null, ...(await apiFor(args).auth.readSignUpLink({ token })) }
  } catch (error) {
    return { isNew: false, doneFor: null, problem: actionError(error).message }
  }
}

/** Handles the page's button. `done` is the page that reports success: the current one was loaded before signing in. */
export const confirmSignUpAction = (
  args: ActionFunctionArgs,
  texts: Record<string, string>,
  done: (token: string) => string,
) =>
  submitForm(args, {
    form: 'confirm-sign-up',
    texts,
    schema: redeemInput,
    submit: async (api, input) => {
      const { redirectTo, notice } = await api.auth.finishSignUp(input)
      return goOn(args, redirectTo === paths.secondFactor() ? redirectTo : done(input.token), notice)
    },
    place: ({ message }) => ({ errors: { token: message } }),
  })
