import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, useOutletContext } from '@remix-run/react'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'
import { OrderFilesPage } from '#app/features/sales/order-files-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { parseFields, submitForm } from '#app/lib/form.server.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { readFileInput } from '#server/sales/conversion-files/conversion-files.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  return { files: await forSignedIn(args, apiFor(args).conversionFiles.list()) }
}

/** Parses a file as a dry run. */
export async function action(args: ActionFunctionArgs) {
  const file = (await parseFields(args.request)).get('file')
  return submitForm(args, {
    form: 'order-file',
    texts: {},
    input: typeof file === 'string' ? { text: file } : { fileName: file?.name, text: (await file?.text()) ?? '' },
    schema: readFileInput,
    submit: async (api, input) => redirect(dashboardPaths.orderFile((await api.conversionFiles.read(input)).fileId)),
  })
}

export const meta: MetaFunction = () => [{ title: 'Order files | WTF' }]

export default function OrderFiles() {
  const { role } = useOutletContext<OwnPartner>()
  return <OrderFilesPage {...useLoaderData<typeof loader>()} canChange={role !== 'viewer'} />
}
