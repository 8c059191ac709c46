import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData, useOutletContext } from '@remix-run/react'
import { z } from 'zod'
import { editPath, ProfileSection, type Account } from '#app/features/account/profile-section.tsx'
import { savedPath } from '#app/features/account/saved-notices.ts'
import { SecondFactorSection } from '#app/features/account/second-factor-section.tsx'
import { SessionsSection } from '#app/features/account/sessions-section.tsx'
import { TabHeading } from '#app/features/account/settings-page.tsx'
import { EmailSection, PasswordSection, ProvidersSection } from '#app/features/account/sign-in-sections.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { parseForm, refuse, submitForm } from '#app/lib/form.server.ts'
import { paths } from '#app/lib/paths.ts'
import { withRecentProof } from '#app/parts/session/recent-proof.server.ts'
import { getParam } from '#app/lib/search-params.ts'
import { updateProfileInput } from '#server/accounts/accounts.schema.ts'
import { changeEmailInput, changePasswordInput } from '#server/auth/auth.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const api = apiFor(args)
  const edit = getParam(args.request, 'edit')
  const [sessions, connections, factor, countries] = await forSignedIn(
    args,
    Promise.all([
      api.auth.sessions(),
      api.auth.connections(),
      api.auth.secondFactor(),
      edit === 'profile' ? api.account.countries() : null,
    ]),
  )
  return { edit, sessions, connections, factor, countries }
}

export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  const form = texts.form ?? ''
  const [, act = form, subject = ''] = /^(revoke|connect|disconnect)-(.*)$/.exec(form) ?? []
  const nothing = { form, texts, schema: z.object({}) }
  switch (act) {
    case 'profile':
      return submitForm(args, {
        form,
        texts,
        schema: updateProfileInput,
        submit: async (api, input) => {
          await api.account.updateProfile(input)
          return redirect(savedPath('profile'))
        },
      })
    case 'email':
      return submitForm(args, {
        form,
        texts,
        schema: changeEmailInput,
        submit: async (api, input) => {
          await withRecentProof(api.auth.requestEmailChange(input), editPath('email'))
          return redirect(savedPath('link-sent'))
        },
      })
    case 'verify':
      return submitForm(args, {
        ...nothing,
        submit: async (api) => {
          await api.auth.requestEmailVerification()
          return redirect(savedPath('link-sent'))
        },
      })
    case 'password':
      return submitForm(args, {
        form,
        texts,
        schema: changePasswordInput,
        submit: async (api, input) => {
          await withRecentProof(api.auth.changePassword(input), editPath('password'))
          return redirect(savedPath('password'))
        },
      })
    case 'revoke':
      return submitForm(args, {
        ...nothing,
        submit: async (api) => {
          await api.auth.revokeSession({ id: subject })
          return redirect(savedPath('revoked'))
        },
      })
    case 'everywhere':
      return submitForm(args, {
        ...nothing,
        submit: async (api) => {
          await api.auth.signOutEverywhere()
          return redirect(paths.login())
        },
      })
    case 'connect':
      return submitForm(args, {
        ...nothing,
        submit: async (api) => {
          const { url } = await withRecentProof(
            api.auth.connectProvider({ provider: subject as 'google', redirectTo: savedPath('connected') }),
            `${paths.settings()}#providers`,
          )
          return redirect(url)
        },
      })
    case 'disconnect':
      return submitForm(args, {
        ...nothing,
        submit: async (api) => {
          await api.auth.disconnectProvider({ provider: subject as 'google' })
          return redirect(savedPath('disconnected'))
        },
      })
    default:
      return refuse(form, texts, { message: 'This page is out of date. Please reload it.' })
  }
}

export default function ProfileTab() {
  const account = useOutletContext<Account>()
  const { edit, sessions, connections, factor, countries } = useLoaderData<typeof loader>()
  return (
    <>
      <TabHeading title="Profile">Your details and how you sign in.</TabHeading>
      <ProfileSection account={account} countries={countries} isEditing={edit === 'profile'} />
      <EmailSection account={account} isEditing={edit === 'email'} />
      <PasswordSection account={account} isEditing={edit === 'password'} />
      <ProvidersSection connections={connections} />
      <SecondFactorSection factor={factor} />
      <SessionsSection sessions={sessions} />
    </>
  )
}
