import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { SignUpLinkPage, WaitingSignUpPage } from '#app/features/auth/waiting-sign-up-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { paths } from '#app/lib/paths.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { confirmSignUpAction, loadSignUpLink } from '#app/parts/session/sign-up-link.server.ts'
import { signUpCodeInput } from '#server/auth/auth.schema.ts'

/** Loads the page behind the emailed link if there is a token, and otherwise the form for the code. */
export async function loader(args: LoaderFunctionArgs) {
  const api = apiFor(args)
  const token = new URL(args.request.url).searchParams.get('token')
  if (token !== null) return { token, email: null, isPartner: false, ...(await loadSignUpLink(args, token)) }
  const waiting = await api.auth.waitingSignUp()
  // The sign-up was finished in another tab.
  if (!waiting && (await api.auth.session())) throw redirect(paths.home())
  return {
    token,
    email: waiting?.email ?? null,
    isPartner: waiting?.isPartner ?? false,
    doneFor: null,
    isNew: false,
    problem: null,
  }
}

export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  const { form } = texts
  if (form === 'send-again') {
    return submitForm(args, {
      form,
      texts,
      schema: z.object({}),
      submit: async (api) => {
        await api.auth.mailSignUpAgain()
        return data({ isSent: true })
      },
    })
  }
  if (form === 'sign-up-code') {
    return submitForm(args, {
      form,
      texts,
      schema: signUpCodeInput,
      submit: async (api, input) => {
        const { redirectTo, notice } = await api.auth.finishSignUpByCode(input)
        return goOn(args, redirectTo, notice)
      },
      place: ({ message, field }) => (field === 'code' ? { errors: { code: message } } : { message }),
    })
  }
  return confirmSignUpAction(args, texts, paths.signUpDone)
}

export const meta: MetaFunction = () => [{ title: 'Confirm your email | WTF' }]

export default function SignUpByMail() {
  const { token, email, isPartner, ...link } = useLoaderData<typeof loader>()
  return token === null ? (
    <WaitingSignUpPage email={email} isPartner={isPartner} />
  ) : (
    <SignUpLinkPage token={token} {...link} />
  )
}
