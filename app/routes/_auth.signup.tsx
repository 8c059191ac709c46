import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { CompleteRegistrationPage, CustomerSignUpPage } from '#app/features/auth/sign-up-page.tsx'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { paths } from '#app/lib/paths.ts'
import { goOn, loadSignIn } from '#app/parts/session/sign-in.server.ts'
import { updateProfileInput } from '#server/accounts/accounts.schema.ts'
import { customerSignUpForm } from '#server/auth/auth.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { session, ...page } = await loadSignIn(args)
  if (session?.viewer.hasProfile) throw redirect(page.redirectTo ?? paths.home())
  return { ...page, isIncomplete: session !== null }
}

export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  if (texts.form === 'complete') {
    return submitForm(args, {
      form: 'complete',
      texts: { address: '', city: '', country: '', ...texts },
      schema: updateProfileInput,
      submit: async (api, input) => {
        await api.account.updateProfile(input)
        return goOn(args, paths.home())
      },
    })
  }
  const from = texts.from === 'dialog' ? 'dialog' : 'page'
  return submitForm(args, {
    form: 'sign-up',
    texts,
    schema: customerSignUpForm(from),
    submit: async (api, input) => {
      return goOn(args, (await api.auth.signUpCustomer(input)).redirectTo)
    },
    fallback: 'Failed to create account. Please try again.',
    place: ({ message, field }) =>
      from === 'page' || field ? { errors: { [field ?? 'email']: message } } : { message },
  })
}

export const meta: MetaFunction = () => [{ title: 'Sign Up | WTF' }]

export default function SignUp() {
  const { isIncomplete, ...page } = useLoaderData<typeof loader>()
  return isIncomplete ? <CompleteRegistrationPage /> : <CustomerSignUpPage {...page} />
}
