import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SecondFactorPage } from '#app/features/auth/second-factor-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { paths } from '#app/lib/paths.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { secondFactorInput } from '#server/auth/auth.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const api = apiFor(args)
  const [isUnfinished, session] = await Promise.all([api.auth.unfinished(), api.auth.session()])
  if (!isUnfinished) throw redirect(session ? paths.home() : paths.login({ error: 'too-late' }))
  return { byRecovery: new URL(args.request.url).searchParams.get('by') === 'recovery' }
}

export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  return submitForm(args, {
    form: 'second-factor',
    texts,
    schema: secondFactorInput,
    submit: async (api, input) => {
      try {
        const { redirectTo, notice } = await api.auth.finishSignIn(input)
        return goOn(args, redirectTo, notice)
      } catch (error) {
        // The step timed out, or there were too many wrong codes. Start again at the first step.
        if (error instanceof Response && error.status === 401) return goOn(args, paths.login(), await error.text())
        throw error
      }
    },
  })
}

export const meta: MetaFunction = () => [{ title: 'One more step | WTF' }]

export default function SecondFactor() {
  return <SecondFactorPage {...useLoaderData<typeof loader>()} />
}
