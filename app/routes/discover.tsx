import { data as answer, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DiscoverHome } from '#app/features/discovery/discover-home.tsx'
import { DiscoverList } from '#app/features/discovery/discover-list.tsx'
import { listTitle } from '#app/features/discovery/list-title.ts'
import { apiFor, siteUrlFor } from '#app/lib/api.server.ts'
import { LIST_HANDLE } from '#app/parts/product-list/list-handle.ts'
import { asksForProducts, loadList, parseListQuery } from '#app/parts/product-list/load-list.server.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { newInPaths } from '#app/lib/new-in-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { departmentOf } from '#server/search/departments.values.ts'
import { PAGE_SIZE, toSearchParams } from '#server/search/search.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const siteUrl = siteUrlFor(args)
  const asked = parseListQuery(args)
  if (!asksForProducts(asked.query)) {
    // The page works without popular products.
    const popular = await apiFor(args)
      .search.popular()
      .catch(() => [])
    return answer({ view: 'home' as const, popular, canonical: siteUrl + paths.discover() })
  }
  const list = await loadList(args, { path: paths.discover(), asked })
  const { query, result } = list
  const [category] = query.categories
  const department = departmentOf(toSearchParams(query))
  // Each list has one canonical URL: that of its category or department, or of all products. Searches and filters are
  // not indexed.
  const canonical =
    siteUrl +
    (query.categories.length === 1 && category
      ? paths.discover({ category })
      : department
        ? paths.discover(department.params)
        : paths.allProducts())
  return answer(
    {
      view: 'list' as const,
      ...list,
      pageSize: PAGE_SIZE,
      title: listTitle(query, result, department?.label),
      canonical,
    },
    { status: result ? 200 : 503 },
  )
}

export const handle = LIST_HANDLE

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  if (!data) return [{ title: 'Discover | WTF' }]
  if (data.view === 'home')
    return pageMeta({
      title: 'Discover | WTF',
      description: 'Search products from independent brands by keyword or in whole sentences.',
      canonical: data.canonical,
    })
  const { title, result, query, canonical, address } = data
  const isIndexed = result !== null && !query.q && query.brands.length === 0 && !query.looksLike && result.total > 0
  return pageMeta({
    title: `${title} | WTF`,
    description: `${title}: ${result?.total ?? 0} products from independent brands.`,
    canonical,
    isIndexed,
    ...(result?.relaxed.length === 0 && { feed: newInPaths.listFeed(address.search) }),
  })
}

export default function Discover() {
  const data = useLoaderData<typeof loader>()
  return data.view === 'home' ? <DiscoverHome popular={data.popular} /> : <DiscoverList {...data} />
}
