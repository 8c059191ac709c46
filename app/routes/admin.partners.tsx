import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { AdminPartnersPage } from '#app/features/admin/admin-partners-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { partnersQuery } from '#server/partners/partner-queue.schema.ts'

/** Lists partners waiting for approval, unless the URL names a state; 'all' lists every state. */
export async function loader(args: LoaderFunctionArgs) {
  const asked = Object.fromEntries(new URL(args.request.url).searchParams)
  const query = partnersQuery.parse({ status: 'pending', ...asked })
  return { partners: await forSignedIn(args, apiFor(args).admin.partners(query)), query, now: new Date() }
}

export const meta: MetaFunction = () => [{ title: 'Partners | WTF' }]

export default function PartnersRoute() {
  return <AdminPartnersPage {...useLoaderData<typeof loader>()} />
}
