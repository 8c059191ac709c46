import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { LeavePage } from '#app/features/new-in/leave-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { submitForm } from '#app/lib/form.server.ts'
import { getParam } from '#app/lib/search-params.ts'
import { newInTokenInput } from '#server/new-in/new-in.schema.ts'

const tokenOf = (request: Request) => getParam(request, 'token') ?? ''

export async function loader(args: LoaderFunctionArgs) {
  const token = tokenOf(args.request)
  return { token, leaving: await apiFor(args).newIn.leaving({ token }) }
}

/** Handles the page's button, and one-click unsubscribe from email programs (RFC 8058), which only know the URL. */
export async function action(args: ActionFunctionArgs) {
  return submitForm(args, {
    form: 'leave',
    texts: { token: tokenOf(args.request) },
    schema: newInTokenInput,
    submit: async (api, input) => data(await api.newIn.unsubscribe(input)),
  })
}

export const meta: MetaFunction = () => [{ title: 'Unsubscribe | WTF' }]

export default function LeaveNewIn() {
  return <LeavePage {...useLoaderData<typeof loader>()} />
}
