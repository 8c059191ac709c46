import type { LoaderFunctionArgs } from '@remix-run/node'
import { apiFor } from '#app/lib/api.server.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'

/** The viewer's data as a file to download. */
export async function loader(args: LoaderFunctionArgs) {
  const everything = await forSignedIn(args, apiFor(args).account.export())
  return new Response(`${JSON.stringify(everything, null, 2)}\n`, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="wtf-account-${everything.exportedAt.toISOString().slice(0, 10)}.json"`,
      'cache-control': 'no-store',
    },
  })
}
