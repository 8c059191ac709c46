import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { actionError, apiFor } from '#app/lib/api.server.ts'
import { submitForm } from '#app/lib/form.server.ts'
import { paths } from '#app/lib/paths.ts'
import { goOn } from './sign-in.server.ts'
import { redeemInput } from '#server/auth/auth.schema.ts'

/** What the link of a sign-up's mail would do; `isNew`: it has just done so. */
export async function loadSignUpLink(args: LoaderFunctionArgs, token: string) {
  const isNew = new URL(args.request.url).searchParams.has('done')
  try {
    return { isNew, problem: null, ...(await apiFor(args).auth.readSignUpLink({ token })) }
  } catch (error) {
    return { isNew: false, doneFor: null, problem: actionError(error).message }
  }
}

/** Handles the page's button. `done`: the page that says so, not the same one, which was loaded before signing in. */
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
