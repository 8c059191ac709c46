import type { ActionFunctionArgs } from '@remix-run/node'
import { joinWaitlist } from '#app/lib/join-waitlist.server.ts'

/** What /waitlist answers, as JSON. */
export async function action(args: ActionFunctionArgs) {
  const { data, init } = await joinWaitlist(args)
  return Response.json(data, { ...init, headers: { 'cache-control': 'no-store' } })
}
