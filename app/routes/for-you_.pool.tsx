import type { LoaderFunctionArgs } from '@remix-run/node'
import { apiFor } from '#app/lib/api.server.ts'

/** The products that every browser ranks for itself. Nothing of who asks is read: the answer is kept and is the same for everybody. */
export async function loader(args: LoaderFunctionArgs) {
  return Response.json(await apiFor(args).taste.pool())
}
