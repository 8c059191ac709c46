import type { LoaderFunctionArgs } from '@remix-run/node'
import { actionError, apiFor } from '#app/lib/api.server.ts'
import { readParam } from '#app/lib/search-params.ts'

const NOT_KEPT = { headers: { 'cache-control': 'no-store' } }

/** What platform the website in ?url= runs on, in JSON: { result }, or { code, message } if nobody can tell. */
export async function loader(args: LoaderFunctionArgs) {
  try {
    const result = await apiFor(args).partner.detectPlatform({ websiteUrl: readParam(args.request, 'url') ?? '' })
    return Response.json({ result }, NOT_KEPT)
  } catch (error) {
    const { code, message } = actionError(error)
    return Response.json({ code, message }, { ...NOT_KEPT, status: (error as Response).status })
  }
}
