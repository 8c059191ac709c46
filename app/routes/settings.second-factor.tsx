import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, useOutletContext } from '@remix-run/react'
import type { Account } from '#app/features/account/profile-section.tsx'
import { savedPath } from '#app/features/account/saved-notices.ts'
import { SecondFactorTab } from '#app/features/account/second-factor-tab.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { parseForm, refuse, submitForm } from '#app/lib/form.server.ts'
import { paths } from '#app/lib/paths.ts'
import { withRecentProof } from '#app/parts/session/recent-proof.server.ts'
import { confirmSecondFactorInput, secondFactorInput, startSecondFactorInput } from '#server/auth/auth.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const factor = await forSignedIn(args, apiFor(args).auth.secondFactor())
  if (!factor.canSetUp && !factor.confirmedAt) throw redirect(paths.settings())
  return factor
}

export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  const { form = '' } = texts
  const here = paths.settingsSecondFactor()
  switch (form) {
    case 'start':
      return submitForm(args, {
        form,
        texts,
        schema: startSecondFactorInput,
        submit: async (api, input) => {
          await withRecentProof(api.auth.startSecondFactor(input), here)
          return redirect(here)
        },
      })
    case 'confirm':
      return submitForm(args, {
        form,
        texts,
        schema: confirmSecondFactorInput,
        submit: async (api, input) => data(await api.auth.confirmSecondFactor(input)),
      })
    case 'renew':
      return submitForm(args, {
        form,
        texts,
        schema: secondFactorInput,
        submit: async (api, input) => data(await withRecentProof(api.auth.renewRecoveryCodes(input), here)),
      })
    case 'remove':
      return submitForm(args, {
        form,
        texts,
        schema: secondFactorInput,
        submit: async (api, input) => {
          await withRecentProof(api.auth.removeSecondFactor(input), here)
          return redirect(savedPath('second-factor-off'))
        },
      })
    default:
      return refuse(form, texts, { message: 'This page is out of date. Please reload it.' })
  }
}

export const meta: MetaFunction = () => [{ title: 'Two-factor authentication | WTF' }]

export default function SecondFactorSettings() {
  return <SecondFactorTab factor={useLoaderData<typeof loader>()} email={useOutletContext<Account>().email} />
}
