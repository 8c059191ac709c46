import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { OrdersPage, SignedOutOrders } from '#app/features/account/orders-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { useSession } from '#app/parts/session/use-session.ts'

export async function loader(args: LoaderFunctionArgs) {
  const api = apiFor(args)
  if (!(await api.auth.session())) return { stores: null, reviewable: [] }
  const stores = await api.outbound.recentClicks()
  const productIds = stores.flatMap(({ products }) => products.map(({ productId }) => productId))
  return { stores, reviewable: await api.reviews.reviewable({ productIds }) }
}

export const meta: MetaFunction = () => [{ title: 'Orders | WTF' }]

export default function Orders() {
  const { stores, reviewable } = useLoaderData<typeof loader>()
  return useSession() && stores ? <OrdersPage stores={stores} reviewable={reviewable} /> : <SignedOutOrders />
}
