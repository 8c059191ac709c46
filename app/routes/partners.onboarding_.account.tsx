import type { LoaderFunctionArgs } from '@remix-run/node'
import { apiFor } from '#app/lib/api.server.ts'

/** Returns whether a partner in onboarding has verified an address. The last step polls it. */
export async function loader(args: LoaderFunctionArgs) {
  const account = await apiFor(args).invitations.joiningAccount()
  return Response.json({ account: account && { email: account.email } }, { headers: { 'cache-control': 'no-store' } })
}
