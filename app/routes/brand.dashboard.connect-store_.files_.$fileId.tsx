import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, useOutletContext } from '@remix-run/react'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'
import { OrderFilePage } from '#app/features/sales/order-file-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { getParam } from '#app/lib/search-params.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { fileInput, filePageInput } from '#server/sales/conversion-files/conversion-files.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const asked = filePageInput.safeParse({
    fileId: args.params.fileId,
    page: getParam(args.request, 'page') || undefined,
  })
  if (!asked.success) throw new Response('File not found.', { status: 404 })
  return { file: await forSignedIn(args, apiFor(args).conversionFiles.get(asked.data)) }
}

/** Submits, withdraws or discards the file. */
export async function action(args: ActionFunctionArgs) {
  const { form = '', ...texts } = await parseForm(args.request)
  return submitForm(args, {
    form,
    texts,
    schema: fileInput,
    submit: async ({ conversionFiles }, input) => {
      if (form === 'submit-file') await conversionFiles.submit(input)
      else if (form === 'take-file-back') await conversionFiles.takeBack(input)
      else await conversionFiles.discard(input)
      return redirect(dashboardPaths.orderFile(input.fileId))
    },
  })
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.file.fileName ?? 'File'} | WTF` }]

export default function OrderFile() {
  const { role } = useOutletContext<OwnPartner>()
  return <OrderFilePage {...useLoaderData<typeof loader>()} canChange={role !== 'viewer'} />
}
