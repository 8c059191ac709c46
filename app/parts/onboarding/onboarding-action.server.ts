import { data, redirect, replace, type ActionFunctionArgs } from '@remix-run/node'
import { apiFor } from '#app/lib/api.server.ts'
import { submitForm } from '#app/lib/form.server.ts'
import type { FormAnswer } from '#app/lib/form.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { signInInput, signUpCodeInput, startOAuthInput } from '#server/auth/auth.schema.ts'
import { joinByMailInput, joinInput } from '#server/invitations/join.schema.ts'

const RECENT_PROOF =
  'You signed in a while ago. Leave this empty and set a password in your settings, or verify your email again.'

/** Handles the forms of onboarding by their hidden field `form`. */
export async function onboardingAction(args: ActionFunctionArgs, texts: Record<string, string>) {
  const { form } = texts
  if (form === 'prove-email')
    return submitForm(args, {
      form,
      texts,
      schema: joinByMailInput,
      submit: async (api, input) => {
        await api.invitations.proveAddress(input)
        return data({ form, sentTo: input.email })
      },
      fallback: 'Failed to send magic link. Please try again.',
      place: ({ message }) => ({ errors: { email: message } }),
    })
  if (form === 'prove-code')
    return submitForm(args, {
      form,
      texts,
      schema: signUpCodeInput,
      submit: async (api, input) => {
        const { redirectTo, notice } = await api.auth.finishSignUpByCode(input)
        return goOn(args, redirectTo, notice)
      },
      place: ({ message }) => ({ errors: { code: message } }),
    })
  if (form === 'sign-in')
    return submitForm(args, {
      form,
      texts,
      schema: signInInput,
      submit: async (api, input) => {
        const { redirectTo, notice } = await api.auth.signIn({ ...input, redirectTo: paths.onboarding() })
        return goOn(args, redirectTo, notice)
      },
      fallback: 'Failed to sign in. Please try again.',
      place: ({ message }) =>
        message.startsWith('Invalid') ? { errors: { email: message, password: message } } : { message },
    })
  if (form === 'social')
    return submitForm(args, {
      form,
      texts,
      schema: startOAuthInput,
      submit: async (api, input) =>
        redirect((await api.auth.startOAuth({ ...input, redirectTo: paths.onboarding() })).url),
      place: () => ({
        message:
          texts.provider === 'apple'
            ? 'Apple sign-in failed. Please try again.'
            : 'Google sign-in failed. Please try again.',
      }),
    })
  if (form === 'other-account') {
    const api = apiFor(args)
    if (await api.auth.session()) await api.auth.signOut()
    return data({ form, isOut: true })
  }
  return join(args, texts)
}

/** Handles the final submit. The answers are one text, because some of them are lists. */
function join(args: ActionFunctionArgs, { answers = '', password = '' }: Record<string, string>) {
  return submitForm(args, {
    form: 'join',
    // The page keeps the typed texts.
    texts: {},
    input: { ...parseAnswers(answers), password },
    schema: joinInput,
    submit: async (api, input) => {
      await api.invitations.join(input)
      return replace(dashboardPaths.connectStore({ onboarding_completed: 'true' }))
    },
    fallback: 'Failed to complete onboarding. Please try again.',
    place: ({ message, field }): Partial<Pick<FormAnswer, 'errors' | 'message'>> => {
      if (field === 'recent-proof') return { errors: { password: RECENT_PROOF } }
      // The page has no such field, so the form shows the message: the user has to read the new plan.
      if (field === 'planId') return { errors: { planId: message }, message }
      return field ? { errors: { [field]: message } } : { message }
    },
  })
}

function parseAnswers(text: string): object {
  try {
    return Object(JSON.parse(text)) as object
  } catch {
    return {}
  }
}
