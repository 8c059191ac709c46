import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ForYouPage } from '#app/features/taste/for-you-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { cardProduct } from '#app/parts/product-list/card-product.ts'

export async function loader(args: LoaderFunctionArgs) {
  // The page works without popular products.
  const popular = await apiFor(args)
    .catalogue.trending()
    .catch(() => [])
  return { popular: popular.map(cardProduct) }
}

export const meta: MetaFunction = () => [{ title: 'For you | WTF' }]

export default function ForYou() {
  return <ForYouPage {...useLoaderData<typeof loader>()} />
}
