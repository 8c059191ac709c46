import { Link } from '#app/components/link.tsx'
import { BackLink } from '#app/components/back-link.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { InsteadOffers } from './instead-offers.tsx'
import { ListBar } from '#app/parts/product-list/list-bar.tsx'
import { ProductList, SearchFailed } from '#app/parts/product-list/product-list.tsx'
import { quoteSearch } from './list-title.ts'
import { SearchBox } from '#app/parts/search-box/search-box.tsx'
import type { SearchResult } from '#app/lib/api-types.ts'
import { keptParams, type ListAddress } from '#app/lib/list-address.ts'
import { paths } from '#app/lib/paths.ts'
import type { SearchQuery, IgnoredParams } from '#server/search/search.schema.ts'

interface DiscoverListProps {
  title: string
  query: SearchQuery
  /** Null if the search failed. */
  result: SearchResult | null
  address: ListAddress
  ignored: IgnoredParams
  pageSize: number
}

export function DiscoverList({ title, query, result, address, ignored, pageSize }: DiscoverListProps) {
  const isQuoted = title === quoteSearch(query.q)
  return (
    <main id="content" className="searches-itself pb-24">
      <ListBar
        address={address}
        view={query.view}
        sort={result?.sort ?? null}
        activeFilters={result && result.conditions.length}
        search={
          <SearchBox
            look="bar"
            label="Search products and brands"
            action={paths.discover()}
            defaultValue={query.q}
            mode={query.q ? query.mode : undefined}
            kept={keptParams(address, query.mode)}
            hasSuggestions
            allowsEmpty={query.all}
          />
        }
      >
        <div className="list-bar-title">
          <BackLink fallback={paths.home()} isShort />
          <h1 title={title}>
            {isQuoted ? (
              <>
                &ldquo;<span>{query.q}</span>&rdquo;
              </>
            ) : (
              <span>{title}</span>
            )}
          </h1>
        </div>
      </ListBar>
      <div className="page pt-4">
        {result ? (
          <ProductList
            result={result}
            query={query}
            address={address}
            pageSize={pageSize}
            ignored={ignored}
            heading={query.q ? 'Search Results' : 'Products'}
            quoted={isQuoted ? '' : query.q}
            empty={
              <>
                <EmptyState
                  drawing="no-results"
                  title="No Products Found"
                  action={
                    <Link to={paths.allProducts()} className="button button-accent">
                      Browse All Products
                    </Link>
                  }
                >
                  {query.q
                    ? `We couldn't find any products matching "${query.q}". Try different keywords.`
                    : 'No products match your current filters. Try adjusting your search criteria.'}
                </EmptyState>
                {result.instead && <InsteadOffers instead={result.instead} />}
              </>
            }
          />
        ) : (
          <SearchFailed address={address} />
        )}
      </div>
    </main>
  )
}
