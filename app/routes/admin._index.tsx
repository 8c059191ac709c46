import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { AdminPage } from '#app/features/admin/admin-home-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'

/** Loads the queues that need attention. */
export async function loader(args: LoaderFunctionArgs) {
  const api = apiFor(args)
  const [queues, { confirmedAt }] = await forSignedIn(
    args,
    Promise.all([api.admin.desk.waiting(), api.auth.secondFactor()]),
  )
  return { queues, hasSecondFactor: confirmedAt !== null, now: new Date() }
}

export const meta: MetaFunction = () => [{ title: 'Admin | WTF' }]

export default function AdminRoute() {
  return <AdminPage {...useLoaderData<typeof loader>()} />
}
