import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { MagicLinkPage } from '#app/features/auth/confirm-pages.tsx'
import { MagicLinkRequestPage } from '#app/features/auth/magic-link-pages.tsx'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { paths } from '#app/lib/paths.ts'
import { goOn, loadSignIn } from '#app/parts/session/sign-in.server.ts'
import { getParam } from '#app/lib/search-params.ts'
import { codeInput, emailInput, redeemInput } from '#server/auth/auth.schema.ts'

/** Loads the page behind the emailed link if there is a token, and otherwise the form that requests a link. */
export async function loader(args: LoaderFunctionArgs) {
  const token = getParam(args.request, 'token')
  const { session, redirectTo, why } = await loadSignIn(args)
  if (session && token === null && why !== 'again') throw redirect(redirectTo ?? paths.home())
  return { token, redirectTo }
}

export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  const { form } = texts
  if (form === 'magic-link') {
    return submitForm(args, {
      form,
      texts,
      schema: emailInput,
      submit: async (api, input) => {
        await api.auth.requestMagicLink(input)
        return data({ form, sentTo: input.email })
      },
    })
  }
  if (form === 'magic-code') {
    return submitForm(args, {
      form,
      texts,
      schema: codeInput,
      submit: async (api, input) => {
        const { redirectTo, notice } = await api.auth.redeemMagicCode(input)
        return goOn(args, redirectTo, notice)
      },
    })
  }
  return submitForm(args, {
    form: 'magic-sign-in',
    texts,
    schema: redeemInput,
    submit: async (api, input) => {
      const { redirectTo, notice } = await api.auth.redeemMagicLink(input)
      return goOn(args, redirectTo, notice)
    },
    place: ({ message }) => ({ errors: { token: message } }),
  })
}

export const meta: MetaFunction = () => [{ title: 'Sign in by email | WTF' }]

export default function MagicLink() {
  const { token, redirectTo } = useLoaderData<typeof loader>()
  return token === null ? <MagicLinkRequestPage redirectTo={redirectTo} /> : <MagicLinkPage token={token} />
}
