import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { PlansPage } from '#app/features/admin/money/plans-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  return { plans: await forSignedIn(args, apiFor(args).admin.money.plans()) }
}

export const meta: MetaFunction = () => [{ title: 'Plans | WTF' }]

export default function Plans() {
  return <PlansPage {...useLoaderData<typeof loader>()} />
}
