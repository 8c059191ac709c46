import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { SecurityTab } from '#app/features/dashboard/security-tab.tsx'
import { savedSettingsPath } from '#app/features/dashboard/settings-frame.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, refuse, submitForm } from '#app/lib/form.server.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { withRecentProof } from '#app/parts/session/recent-proof.server.ts'
import { changePasswordInput } from '#server/auth/auth.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const api = apiFor(args)
  const [account, factor, sessions, signIns] = await forSignedIn(
    args,
    Promise.all([api.account.get(), api.auth.secondFactor(), api.auth.sessions(), api.partnerSettings.recentSignIns()]),
  )
  const { confirmedAt, recoveryCodesLeft } = factor
  return { account, factor: { confirmedAt, recoveryCodesLeft }, sessions, signIns }
}

export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  const form = texts.form ?? ''
  const session = /^revoke-(.*)$/.exec(form)?.[1]
  if (session !== undefined)
    return submitForm(args, {
      form,
      texts,
      schema: z.object({}),
      submit: async (api) => {
        await api.auth.revokeSession({ id: session })
        return redirect(savedSettingsPath('security', 'revoked'))
      },
    })
  if (form !== 'password') return refuse(form, texts, { message: 'This page is out of date. Please reload it.' })
  return submitForm(args, {
    form,
    texts,
    schema: changePasswordInput,
    submit: async (api, input) => {
      await withRecentProof(api.auth.changePassword(input), dashboardPaths.storeSettings('security'))
      return redirect(savedSettingsPath('security', 'password'))
    },
  })
}

export const meta: MetaFunction = () => [{ title: 'Security | WTF' }]

export default function StoreSecurity() {
  return <SecurityTab {...useLoaderData<typeof loader>()} />
}
