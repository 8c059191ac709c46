import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ResetPasswordPage } from '#app/features/auth/password-pages.tsx'
import { actionError, apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { getParam } from '#app/lib/search-params.ts'
import { afterResetInput, resetPasswordInput } from '#server/auth/auth.schema.ts'

/** Reports an invalid link before the user types a new password. */
export async function loader(args: LoaderFunctionArgs) {
  const token = getParam(args.request, 'token') ?? ''
  if (token === '') return { token, problem: 'This link is incomplete. Open it from the email again.' }
  try {
    await apiFor(args).auth.readResetLink({ token })
    return { token, problem: null }
  } catch (error) {
    return { token, problem: actionError(error).message }
  }
}

export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  if (texts.form === 'after-reset') {
    return submitForm(args, {
      form: texts.form,
      texts,
      schema: afterResetInput,
      submit: async (api, input) => data({ others: await api.auth.removeAfterReset(input), removed: input.provider }),
      place: ({ message }) => ({ message }),
    })
  }
  return submitForm(args, {
    form: 'reset',
    texts,
    schema: resetPasswordInput,
    submit: async (api, input) => {
      const { redirectTo, others } = await api.auth.resetPassword(input)
      return others ? data({ others }) : goOn(args, redirectTo, 'Your new password is saved. Sign in with it.')
    },
  })
}

export const meta: MetaFunction = () => [{ title: 'Choose a new password | WTF' }]

export default function ResetPassword() {
  return <ResetPasswordPage {...useLoaderData<typeof loader>()} />
}
