import type { LoaderFunctionArgs } from '@remix-run/node'
import { actionError, apiFor } from '#app/lib/api.server.ts'
import { getParam } from '#app/lib/search-params.ts'

const NOT_KEPT = { headers: { 'cache-control': 'no-store' } }

/** Errors for websites that we cannot read. They are a valid answer, not a failed request. */
const UNREACHABLE = new Set(['FETCH_ERROR', 'BLOCKED', 'FAILED'])

/** Returns the platform of the website in ?url= as JSON: { result }, or { code, message } if it is unknown. */
export async function loader(args: LoaderFunctionArgs) {
  try {
    const result = await apiFor(args).partner.detectPlatform({ websiteUrl: getParam(args.request, 'url') ?? '' })
    return Response.json({ result }, NOT_KEPT)
  } catch (error) {
    const { code, message } = actionError(error)
    return Response.json(
      { code, message },
      { ...NOT_KEPT, status: UNREACHABLE.has(code) ? 200 : (error as Response).status },
    )
  }
}
