import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useOutletContext } from '@remix-run/react'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'
import { TablesPage } from '#app/features/sizing/tables-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { sizeTableIdInput } from '#server/sizing/size-table.schema.ts'

export const loader = (args: LoaderFunctionArgs) => apiFor(args).sizeTables.list()

/** Restores a deleted size table. */
export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  return submitForm(args, {
    form: texts['form'] ?? '',
    texts,
    schema: sizeTableIdInput,
    submit: async (api, input) => {
      await api.sizeTables.bringBack(input)
      return goOn(args, dashboardPaths.sizeTables(), 'Size table restored.')
    },
    fallback: 'This was not saved. Please try again.',
  })
}

export const meta: MetaFunction = () => [{ title: 'Size tables | WTF' }]

export default function SizeTables() {
  const { role } = useOutletContext<OwnPartner>()
  return <TablesPage {...useLoaderData<typeof loader>()} mayChange={role !== 'viewer'} />
}
