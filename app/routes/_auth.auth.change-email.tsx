import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ConfirmEmailPage } from '#app/features/auth/confirm-pages.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { forSignedIn } from '#app/lib/for-signed-in.server.ts'
import { readTexts, submitForm } from '#app/lib/form.server.ts'
import { redeemInput } from '#server/auth/auth.schema.ts'

/** Only its own account can prove an address: others are led to sign in first, and come back. */
export async function loader(args: LoaderFunctionArgs) {
  await forSignedIn(args, apiFor(args).account.get())
  return { token: new URL(args.request.url).searchParams.get('token') ?? '' }
}

export async function action(args: ActionFunctionArgs) {
  const texts = readTexts(await args.request.formData())
  return submitForm(args, {
    form: 'confirm-email', texts, schema: redeemInput,
    submit: async (api, input) => data(await api.auth.confirmEmailChange(input)),
    place: ({ message }) => ({ errors: { token: message } }),
  })
}

// The address holds the token: it goes to nobody else.
export const headers = () => ({ 'Referrer-Policy': 'no-referrer' })
export const meta: MetaFunction = () => [{ title: 'Confirm your email | WTF' }, { name: 'robots', content: 'noindex' }]

export default function ConfirmEmail() {
  return <ConfirmEmailPage {...useLoaderData<typeof loader>()} isChange={true} />
}
