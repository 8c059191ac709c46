import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { StoreError } from '#app/features/storefront/store-error.tsx'
import { StorePage } from '#app/features/storefront/store-page.tsx'
import { apiFor, siteUrlFor } from '#app/lib/api.server.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { paths } from '#app/lib/paths.ts'
import { readSearchParams } from '#app/lib/search-params.ts'
import { productListQuery } from '#server/catalogue/catalogue.schema.ts'

const PAGE_SIZE = 50

export async function loader(args: LoaderFunctionArgs) {
  const api = apiFor(args)
  const store = await api.partner.getStore({ partnerId: args.params.partnerId ?? '' })
  const query = productListQuery.parse(readSearchParams(new URL(args.request.url).searchParams))
  const list = await api.catalogue.list({ ...query, partnerId: store.id, pageSize: PAGE_SIZE })
  return { store, query, list, canonical: siteUrlFor(args) + paths.brand(store.id) }
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data
    ? pageMeta({ title: `${data.store.businessName} | WTF`, description: data.store.ethos || data.store.about.slice(0, 160), canonical: data.canonical })
    : [{ title: 'Store Not Found | WTF' }]

export default function Partner() {
  return <StorePage {...useLoaderData<typeof loader>()} />
}

export function ErrorBoundary() {
  return <StoreError />
}
