import type { ActionFunctionArgs } from '@remix-run/node'
import { joinWaitlistAction } from '#app/parts/waitlist/join-waitlist-action.server.ts'

/** Does the same as /waitlist, but responds in JSON. */
export async function action(args: ActionFunctionArgs) {
  const { data, init } = await joinWaitlistAction(args)
  return Response.json(data, { ...init, headers: { 'cache-control': 'no-store' } })
}
