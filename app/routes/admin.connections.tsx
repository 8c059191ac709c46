import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ConnectionsPage } from '#app/features/admin/connections/connections-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { brokenPageQuery, eventInput } from '#server/connections/connections.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { show, page } = brokenPageQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const api = apiFor(args).admin.connections
  const [counts, stores, letters] = await forSignedIn(
    args,
    Promise.all([
      api.counts(),
      show === 'letters' ? null : api.list({ show, page }),
      show === 'letters' ? api.letters({ page }) : null,
    ]),
  )
  return { show, counts, stores, letters }
}

/** Retries a failed message. */
export async function action(args: ActionFunctionArgs) {
  const { form = '', ...texts } = await parseForm(args.request)
  return submitForm(args, {
    form,
    texts,
    schema: eventInput,
    submit: async (api, input) => {
      await api.admin.connections.retry(input)
      return goOn(args, adminPaths.adminConnections({ show: 'letters' }), 'The webhook is being retried.')
    },
  })
}

export const meta: MetaFunction = () => [{ title: 'Connections | WTF' }]

export default function ConnectionsRoute() {
  return <ConnectionsPage {...useLoaderData<typeof loader>()} />
}
