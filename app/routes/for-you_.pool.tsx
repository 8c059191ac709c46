import type { LoaderFunctionArgs } from '@remix-run/node'
import { apiFor } from '#app/lib/api.server.ts'

/**
 * Returns the products that every browser ranks by itself. Uses no viewer data, so the response is cached for everyone.
 */
export async function loader(args: LoaderFunctionArgs) {
  return Response.json(await apiFor(args).taste.pool())
}
