import type { LoaderFunctionArgs } from '@remix-run/node'
import { apiFor } from '#app/lib/api.server.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { waitlistQuery } from '#server/waitlist/waitlist.schema.ts'

/** Returns the list from /admin/waitlist as a CSV file. */
export async function loader(args: LoaderFunctionArgs) {
  const query = waitlistQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const { csv, fileName } = await forSignedIn(args, apiFor(args).waitlist.export(query))
  return new Response(csv, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
    },
  })
}
