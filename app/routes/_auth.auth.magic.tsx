import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { MagicLinkPage } from '#app/features/auth/confirm-pages.tsx'
import { readTexts, submitForm } from '#app/lib/form.server.ts'
import { goOn } from '#app/lib/sign-in.server.ts'
import { redeemInput } from '#server/auth/auth.schema.ts'

export const loader = ({ request }: LoaderFunctionArgs) => ({ token: new URL(request.url).searchParams.get('token') ?? '' })

export async function action(args: ActionFunctionArgs) {
  const texts = readTexts(await args.request.formData())
  return submitForm(args, {
    form: 'magic-sign-in', texts, schema: redeemInput,
    submit: async (api, input) => {
      const { redirectTo, notice } = await api.auth.redeemMagicLink(input)
      return goOn(redirectTo, notice)
    },
    place: ({ message }) => ({ errors: { token: message } }),
  })
}

// The address holds the token: it goes to nobody else.
export const headers = () => ({ 'Referrer-Policy': 'no-referrer' })
export const meta: MetaFunction = () => [{ title: 'Sign in | WTF' }, { name: 'robots', content: 'noindex' }]

export default function MagicLink() {
  return <MagicLinkPage {...useLoaderData<typeof loader>()} />
}
