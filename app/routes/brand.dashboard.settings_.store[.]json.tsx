import type { LoaderFunctionArgs } from '@remix-run/node'
import { apiFor } from '#app/lib/api.server.ts'

/** Returns the store's data as a file to download. */
export async function loader(args: LoaderFunctionArgs) {
  const store = await apiFor(args).storefront.export()
  return new Response(`${JSON.stringify(store, null, 2)}\n`, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="wtf-store-${store.exportedAt.toISOString().slice(0, 10)}.json"`,
      'cache-control': 'no-store',
    },
  })
}
