import type { LoaderFunctionArgs } from '@remix-run/node'
import { apiFor } from '#app/lib/api.server.ts'
import { importInput } from '#server/importing/imports.schema.ts'

/** What the dry run of an import has found, as a CSV file. */
export async function loader(args: LoaderFunctionArgs) {
  const { success, data } = importInput.safeParse({ importId: args.params.importId })
  if (!success) throw new Response('There is no such import.', { status: 404 })
  const { csv, fileName } = await apiFor(args).imports.findingsFile(data)
  return new Response(csv, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
    },
  })
}
