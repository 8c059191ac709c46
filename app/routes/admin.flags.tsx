import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { FlagsPage } from '#app/features/admin/flags-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { flagsQuery, resolveFlagInput } from '#server/sales/sales-for-admins.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const query = flagsQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  return { list: await forSignedIn(args, apiFor(args).admin.flags(query)) }
}

/** Resolves a flag. */
export async function action(args: ActionFunctionArgs) {
  const { form = '', ...texts } = await parseForm(args.request)
  return submitForm(args, {
    form,
    texts,
    schema: resolveFlagInput,
    submit: async (api, input) => {
      const { isWaiting, holdsFrom } = await api.admin.resolveFlag(input)
      const done = isWaiting
        ? `Rejection proposed, and the partner has been emailed. ${holdsFrom ? 'It takes effect in a day, unless another administrator decides first.' : 'Another administrator has to approve it.'}`
        : 'Resolved. The partner has been emailed your findings.'
      return goOn(args, adminPaths.adminFlags(), done)
    },
  })
}

export const meta: MetaFunction = () => [{ title: 'Flags | WTF' }]

export default function Flags() {
  return <FlagsPage {...useLoaderData<typeof loader>()} />
}
