import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { OrdersPage } from '#app/features/account/orders-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  return { isSignedIn: (await apiFor(args).auth.session()) !== null }
}

export const meta: MetaFunction = () => [{ title: 'Orders | WTF' }]

export default function Orders() {
  return <OrdersPage {...useLoaderData<typeof loader>()} />
}
