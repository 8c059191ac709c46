import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ResetPasswordPage } from '#app/features/auth/password-pages.tsx'
import { readForm, submitForm } from '#app/lib/form.server.ts'
import { goOn } from '#app/lib/sign-in.server.ts'
import { readParam } from '#app/lib/search-params.ts'
import { resetPasswordInput } from '#server/auth/auth.schema.ts'

export const loader = ({ request }: LoaderFunctionArgs) => ({ token: readParam(request, 'token') ?? '' })

export async function action(args: ActionFunctionArgs) {
  const texts = await readForm(args.request)
  return submitForm(args, {
    form: 'reset', texts, schema: resetPasswordInput,
    submit: async (api, input) => goOn(args, (await api.auth.resetPassword(input)).redirectTo, 'Your new password is saved. Sign in with it.'),
  })
}

export const meta: MetaFunction = () => [{ title: 'Choose a new password | WTF' }, { name: 'robots', content: 'noindex' }]

export default function ResetPassword() {
  return <ResetPasswordPage {...useLoaderData<typeof loader>()} />
}
