import { data, type ActionFunctionArgs, type MetaFunction } from '@remix-run/node'
import { ForgotPasswordPage } from '#app/features/auth/password-pages.tsx'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { emailInput } from '#server/auth/auth.schema.ts'

export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  return submitForm(args, {
    form: 'forgot',
    texts,
    schema: emailInput,
    submit: async (api, input) => {
      await api.auth.requestPasswordReset(input)
      return data({ sentTo: input.email })
    },
  })
}

export const meta: MetaFunction = () => [{ title: 'Forgot your password? | WTF' }]

export default ForgotPasswordPage
