import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { AdminOrderFilePage } from '#app/features/admin/admin-order-file-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { getParam } from '#app/lib/search-params.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { fileInput, filePageInput, judgeFileInput } from '#server/sales/conversion-files/conversion-files.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const asked = filePageInput.safeParse({
    fileId: args.params.fileId,
    page: getParam(args.request, 'page') || undefined,
  })
  if (!asked.success) throw new Response('File not found.', { status: 404 })
  return { file: await forSignedIn(args, apiFor(args).admin.orderFile(asked.data)) }
}

const DONE = {
  approve: 'Approved. The partner has been emailed.',
  reject: 'Rejected. The partner has been emailed your reason.',
}

export async function action(args: ActionFunctionArgs) {
  const { form = '', ...texts } = await parseForm(args.request)
  if (form === 'retry')
    return submitForm(args, {
      form,
      texts,
      schema: fileInput,
      submit: async (api, input) => {
        await api.admin.retryOrderFile(input)
        return goOn(args, adminPaths.adminOrderFile(input.fileId), 'We will try again within a minute.')
      },
    })
  return submitForm(args, {
    form,
    texts,
    input: { ...texts, verdict: form },
    schema: judgeFileInput,
    submit: async (api, input) => {
      await api.admin.judgeOrderFile(input)
      return goOn(args, adminPaths.adminOrderFile(input.fileId), DONE[input.verdict])
    },
  })
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.file.fileName ?? 'File'} | WTF` }]

export default function OrderFileRoute() {
  return <AdminOrderFilePage {...useLoaderData<typeof loader>()} />
}
