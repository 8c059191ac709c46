import type { LoaderFunctionArgs } from '@remix-run/node'
import { apiFor } from '#app/lib/api.server.ts'
import { getParam } from '#app/lib/search-params.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'

/** Returns the viewer's wishlist as a file: ?format=csv or json. */
export async function loader(args: LoaderFunctionArgs) {
  const format = getParam(args.request, 'format') ?? ''
  const { text, fileName, mimeType } = await forSignedIn(args, apiFor(args).wishlist.export({ format }))
  return new Response(text, {
    headers: {
      'content-type': `${mimeType}; charset=utf-8`,
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
    },
  })
}
