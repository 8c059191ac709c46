import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { OrdersPage, SignedOutOrders } from '#app/features/account/orders-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { useSession } from '#app/parts/session/use-session.ts'

export async function loader(args: LoaderFunctionArgs) {
  const api = apiFor(args)
  return { stores: (await api.auth.session()) ? await api.outbound.recentClicks() : null }
}

export const meta: MetaFunction = () => [{ title: 'Orders | WTF' }]

export default function Orders() {
  const { stores } = useLoaderData<typeof loader>()
  return useSession() && stores ? <OrdersPage stores={stores} /> : <SignedOutOrders />
}
