import type { LoaderFunctionArgs } from '@remix-run/node'
import { apiFor } from '#app/lib/api.server.ts'

/** The days of the chart of /brand/dashboard/analytics as a CSV file. */
export async function loader(args: LoaderFunctionArgs) {
  const { csv, fileName } = await apiFor(args).analytics.daysFile()
  return new Response(csv, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
    },
  })
}
