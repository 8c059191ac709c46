import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ProveAgainPage } from '#app/features/auth/prove-again-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { paths } from '#app/lib/paths.ts'
import { proveAgainInput, safePath } from '#server/auth/auth.schema.ts'

const comeBack = (redirectTo: string | null | undefined) => (redirectTo ? safePath(redirectTo) : paths.settings())

export async function loader(args: LoaderFunctionArgs) {
  const api = apiFor(args)
  const redirectTo = comeBack(new URL(args.request.url).searchParams.get('redirectTo'))
  const [account, connections] = await forSignedIn(args, Promise.all([api.account.get(), api.auth.connections()]))
  if (account.isProvenRecently) throw redirect(redirectTo)
  const providers = connections
    .filter(({ isConnected, isAvailable }) => isConnected && isAvailable)
    .map(({ provider }) => provider)
  return { email: account.email, hasPassword: account.passwordChangedAt !== null, providers, redirectTo }
}

export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  return submitForm(args, {
    form: 'prove-again',
    texts,
    schema: proveAgainInput,
    submit: async (api, input) => {
      await api.auth.proveAgain(input)
      return redirect(comeBack(texts.redirectTo))
    },
  })
}

export const meta: MetaFunction = () => [{ title: 'Confirm it’s you | WTF' }]

export default function ProveAgain() {
  return <ProveAgainPage {...useLoaderData<typeof loader>()} />
}
