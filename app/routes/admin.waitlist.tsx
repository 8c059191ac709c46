import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { AdminWaitlistPage } from '#app/features/admin/admin-waitlist-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { waitlistQuery } from '#server/waitlist/waitlist.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const query = waitlistQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const { source, state, email } = query
  return { waitlist: await forSignedIn(args, apiFor(args).waitlist.list(query)), query: { source, state, email } }
}

export const meta: MetaFunction = () => [{ title: 'Waitlist | WTF' }]

export default function AdminWaitlist() {
  return <AdminWaitlistPage {...useLoaderData<typeof loader>()} />
}
