import type { LoaderFunctionArgs } from '@remix-run/node'
import { apiFor } from '#app/lib/api.server.ts'

/** Whether somebody who is joining has proven an address by now; asked again and again by onboarding's last step. */
export async function loader(args: LoaderFunctionArgs) {
  const account = await apiFor(args).invitations.joiningAccount()
  return Response.json({ account: account && { email: account.email } }, { headers: { 'cache-control': 'no-store' } })
}
