import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SignedOutWishlist, WishlistPage } from '#app/features/wishlist/wishlist-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { useSession } from '#app/parts/session/use-session.ts'
import { wishlistInput } from '#server/wishlist/wishlist.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const api = apiFor(args)
  const query = wishlistInput.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  return { wishlist: (await api.auth.session()) ? await api.wishlist.list(query) : null }
}

export const meta: MetaFunction = () => [{ title: 'Wishlist | WTF' }]

export default function Wishlist() {
  const { wishlist } = useLoaderData<typeof loader>()
  return useSession() && wishlist ? <WishlistPage {...wishlist} /> : <SignedOutWishlist />
}
