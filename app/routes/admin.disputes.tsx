import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DisputesPage } from '#app/features/admin/money/disputes-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { decideDisputeInput, disputesQuery } from '#server/sales/disputes/disputes.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const query = disputesQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  return { list: await forSignedIn(args, apiFor(args).admin.money.disputes(query)), query }
}

/** Decides a dispute. */
export async function action(args: ActionFunctionArgs) {
  const { form = '', ...texts } = await parseForm(args.request)
  return submitForm(args, {
    form,
    texts,
    schema: decideDisputeInput,
    submit: async (api, input) => {
      const { isWaiting, holdsFrom } = await api.admin.money.decideDispute(input)
      const done = isWaiting
        ? `Proposed, and the partner has been emailed. ${holdsFrom ? 'It takes effect in a day, unless another administrator decides first.' : 'Another administrator has to approve it.'}`
        : 'Decided. The partner has been emailed your findings.'
      return goOn(args, adminPaths.adminDisputes(), done)
    },
  })
}

export const meta: MetaFunction = () => [{ title: 'Disputes | WTF' }]

export default function Disputes() {
  return <DisputesPage {...useLoaderData<typeof loader>()} />
}
