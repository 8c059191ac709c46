import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useKnownBusiness } from '#app/features/auth/known-business.ts'
import { PartnerSignUpPage } from '#app/features/auth/sign-up-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { paths } from '#app/lib/paths.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { partnerSignUpForm } from '#server/auth/auth.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const api = apiFor(args)
  const session = await api.auth.session()
  if (session?.viewer.role === 'partner') throw redirect(paths.dashboard())
  return { choices: await api.partner.moneyChoices() }
}

export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  const from = texts.from === 'dialog' ? 'dialog' : 'page'
  return submitForm(args, {
    form: 'sign-up',
    texts,
    schema: partnerSignUpForm(from),
    submit: async (api, input) => {
      // Opens the dashboard once the email address is verified.
      const { redirectTo } = await api.auth.signUpPartner({ ...input, redirectTo: paths.dashboard() })
      return goOn(args, redirectTo)
    },
    fallback: 'Failed to create account. Please try again.',
    place: ({ message, field }) =>
      from === 'page' || field ? { errors: { [field ?? 'email']: message } } : { message },
  })
}

export const meta: MetaFunction = () => [{ title: 'Sell on WTF' }]

export default function PartnerSignUp() {
  return <PartnerSignUpPage known={useKnownBusiness()} choices={useLoaderData<typeof loader>().choices} />
}
