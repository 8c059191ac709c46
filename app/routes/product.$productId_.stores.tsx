import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { StoresPage } from '#app/features/offers/stores-page.tsx'
import { offersData } from '#app/features/offers/structured-data.ts'
import { apiFor, siteUrlFor } from '#app/lib/api.server.ts'
import { missingTitle, pageMeta } from '#app/lib/meta.ts'
import { offerPaths } from '#app/lib/offer-paths.ts'
import { formatCount } from '#app/lib/format.ts'

export async function loader(args: LoaderFunctionArgs) {
  const productId = args.params.productId ?? ''
  return { item: await apiFor(args).offers.list({ productId }), productId, siteUrl: siteUrlFor(args) }
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => {
  if (!data) return [{ title: missingTitle(error, 'No other store found') }]
  const { item, productId, siteUrl } = data
  // Each product of an item has its own canonical page, so that no store replaces another in search results. The page
  // is not indexed if all offers only look alike.
  const sure = item.offers.filter(({ match }) => match !== null && match.way !== 'look')
  const url = siteUrl + offerPaths.stores(productId)
  return [
    ...pageMeta({
      title: `${item.name} by ${item.brand}: store prices | WTF`,
      description: `${item.name} by ${item.brand}: ${formatCount(item.offers.length)} offers with price, delivery and returns. Cheapest first.`,
      canonical: url,
      isIndexed: sure.length > 0,
    }),
    ...(sure.length > 0 ? [{ 'script:ld+json': offersData(item, productId, siteUrl) as never }] : []),
  ]
}

export default function Stores() {
  return <StoresPage {...useLoaderData<typeof loader>()} />
}
