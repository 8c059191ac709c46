import type { LoaderFunctionArgs } from '@remix-run/node'
import { apiFor } from '#app/lib/api.server.ts'
import { getParam } from '#app/lib/search-params.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { periodOf } from '#server/platform/period.schema.ts'

/** Returns the chart's data from /admin/analytics as a CSV file. */
export async function loader(args: LoaderFunctionArgs) {
  const period = periodOf(getParam(args.request, 'period') ?? undefined)
  const { csv, fileName } = await forSignedIn(args, apiFor(args).admin.market.daysFile({ period }))
  return new Response(csv, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
    },
  })
}
