import type { LoaderFunctionArgs } from '@remix-run/node'
import { apiFor } from '#app/lib/api.server.ts'
import { ownProductsQuery } from '#server/products/own-products.schema.ts'

/** The table of /brand/dashboard/products as a CSV file: all rows that its filters find. */
export async function loader(args: LoaderFunctionArgs) {
  const query = ownProductsQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const { csv, fileName } = await apiFor(args).products.listFile(query)
  return new Response(csv, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
    },
  })
}
