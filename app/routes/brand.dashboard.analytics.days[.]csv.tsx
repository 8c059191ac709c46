import type { LoaderFunctionArgs } from '@remix-run/node'
import { apiFor } from '#app/lib/api.server.ts'
import { parsePeriodOf } from '#app/lib/search-params.ts'

/** Returns the period shown at /brand/dashboard/analytics as a CSV file. */
export async function loader(args: LoaderFunctionArgs) {
  const { csv, fileName } = await apiFor(args).analytics.daysFile({ period: parsePeriodOf(args.request).period })
  return new Response(csv, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
    },
  })
}
