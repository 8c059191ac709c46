import { Link, useSearchParams } from '@remix-run/react'
import { listTitle } from './list-title.ts'
import { BackLink } from '#app/components/back-link.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { ProductList } from '#app/components/product-list.tsx'
import { SearchForm } from '#app/components/search-form.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { paths } from '#app/lib/paths.ts'
import { knownParams } from '#app/lib/search-params.ts'
import type { ProductListQuery } from '#server/catalogue/catalogue.schema.ts'

export function DiscoverPage({ query, list }: { query: ProductListQuery; list: RouterOutputs['catalogue']['list'] }) {
  const [params] = useSearchParams()
  const kept = knownParams(params, ['q', 'search', 'all', 'page'])
  return (
    <main id="content" className="page pb-24">
      <div className="pt-4"><BackLink fallback={paths.home()} /></div>
      <div className="mt-2 mb-10 flex flex-wrap items-end justify-between gap-x-10 gap-y-6">
        <h1 className="max-w-full text-(length:--text-title) leading-[0.95] tracking-tight wrap-anywhere">{listTitle(query, list.brandNames)}</h1>
        <SearchForm label="Search products and brands" action="/discover" defaultValue={query.q} kept={kept} />
      </div>
      <ProductList
        list={list}
        state={query}
        heading={query.q ? 'Search Results' : 'Products'}
        countLabel="products found"
        empty={
          <EmptyState drawing="no-results" title="No Products Found" action={<Link to={paths.allProducts()} className="button button-accent">Browse All Products</Link>}>
            {query.q
              ? `We couldn't find any products matching "${query.q}". Try different keywords.`
              : 'No products match your current filters. Try adjusting your search criteria.'}
          </EmptyState>
        }
      />
    </main>
  )
}
