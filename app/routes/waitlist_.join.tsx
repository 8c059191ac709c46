import type { ActionFunctionArgs } from '@remix-run/node'
import { joinWaitlist } from '#app/parts/waitlist/join-waitlist.server.ts'

/** The same as /waitlist, answered in JSON. */
export async function action(args: ActionFunctionArgs) {
  const { data, init } = await joinWaitlist(args)
  return Response.json(data, { ...init, headers: { 'cache-control': 'no-store' } })
}
