import type { LoaderFunctionArgs } from '@remix-run/node'
import { apiFor } from '#app/lib/api.server.ts'

/**
 * Returns the products that each browser ranks itself. The response contains no viewer data, so it is cached for
 * everyone.
 */
export async function loader(args: LoaderFunctionArgs) {
  return Response.json(await apiFor(args).taste.pool())
}
