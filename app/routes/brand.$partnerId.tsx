import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { BrandPage } from '#app/features/storefront/brand-page.tsx'
import { BrandError } from '#app/features/storefront/partner-error.tsx'
import { apiFor, siteUrlFor } from '#app/lib/api.server.ts'
import { cardProduct } from '#app/parts/product-list/card-product.ts'
import { missingTitle, pageMeta } from '#app/lib/meta.ts'
import { newInPaths } from '#app/lib/new-in-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { parseSearchParams } from '#app/lib/search-params.ts'
import { searchQueryParams } from '#server/search/search.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const api = apiFor(args)
  const partner = await api.partner.getStore({ partnerId: args.params.partnerId ?? '' })
  const { page } = searchQueryParams.parse(parseSearchParams(new URL(args.request.url).searchParams))
  const list = await api.search
    .products({ partnerId: partner.id, sort: 'newest', page })
    .then(({ products, total, page, totalPages }) => ({
      products: products.map(cardProduct),
      total,
      page,
      totalPages,
    }))
    .catch(() => ({ error: 'Failed to load products' }))
  const siteUrl = siteUrlFor(args)
  return { partner, list, siteUrl, canonical: siteUrl + paths.brand(partner.id) }
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) =>
  data
    ? pageMeta({
        title: `${data.partner.businessName} | WTF`,
        description: data.partner.storeDescription.slice(0, 160) || data.partner.ethos,
        canonical: data.canonical,
        feed: newInPaths.listFeed('', data.partner.id),
        ...(data.partner.hero && { image: data.siteUrl + paths.image(data.partner.hero.name, 960, 'jpg') }),
      })
    : [{ title: missingTitle(error, 'Brand not found') }]

export default function Brand() {
  const { partner, list } = useLoaderData<typeof loader>()
  return <BrandPage partner={partner} list={list} />
}

export function ErrorBoundary() {
  return <BrandError />
}
