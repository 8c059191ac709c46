import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DiscoverPage } from '#app/features/discovery/discover-page.tsx'
import { listTitle } from '#app/features/discovery/list-title.ts'
import { apiFor, siteUrlFor } from '#app/lib/api.server.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { paths } from '#app/lib/paths.ts'
import { readSearchParams } from '#app/lib/search-params.ts'
import { productListQuery } from '#server/catalogue/catalogue.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const query = productListQuery.parse(readSearchParams(new URL(args.request.url).searchParams))
  const list = await apiFor(args).catalogue.list(query)
  const [category] = query.categories
  // One address a list for search engines: the category's or the whole; searches and filters are not indexed.
  const canonical = siteUrlFor(args) + (query.categories.length === 1 && category ? paths.discover({ category }) : paths.allProducts())
  return { query, list, canonical, isIndexed: !query.q && query.brands.length === 0 && list.total > 0 }
}

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  if (!data) return [{ title: 'Discover | WTF' }]
  const title = listTitle(data.query, data.list.brandNames)
  return pageMeta({ title: `${title} | WTF`, description: `${title}: ${data.list.total} products from independent brands.`, canonical: data.canonical, isIndexed: data.isIndexed })
}

export default function Discover() {
  const { query, list } = useLoaderData<typeof loader>()
  return <DiscoverPage query={query} list={list} />
}
