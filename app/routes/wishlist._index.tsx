import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SignedOutWishlist, WishlistPage } from '#app/features/wishlist/wishlist-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { useSession } from '#app/lib/use-session.ts'

export async function loader(args: LoaderFunctionArgs) {
  const api = apiFor(args)
  return { products: (await api.auth.session()) ? await api.wishlist.list() : null }
}

export const meta: MetaFunction = () => [{ title: 'Wishlist | WTF' }, { name: 'robots', content: 'noindex' }]

export default function Wishlist() {
  const { products } = useLoaderData<typeof loader>()
  return useSession() && products ? <WishlistPage products={products} /> : <SignedOutWishlist />
}
