import { Link } from '#app/components/link.tsx'
import { WebsiteLink } from './partner-identity.tsx'
import { StoreHero } from './store-hero.tsx'
import { StorePolicies, StoreWords } from './store-words.tsx'
import { BackLink } from '#app/components/back-link.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Pagination } from '#app/components/pagination.tsx'
import { ProductCard } from '#app/parts/product-list/product-card.tsx'
import type { SearchResult, Partner } from '#app/lib/api-types.ts'
import { formatCount } from '#app/lib/format.ts'
import { newInPaths } from '#app/lib/new-in-paths.ts'
import { paths } from '#app/lib/paths.ts'

type BrandList = Pick<SearchResult, 'products' | 'total' | 'page' | 'totalPages'>

/** The public brand page: the brand's profile and all its products. */
export function BrandPage({ partner, list }: { partner: Partner; list: BrandList | { error: string } }) {
  /** Stores which brand the visitor came from, for the product page. */
  const rememberBrand = () => sessionStorage.setItem('currentBrandId', partner.id)
  return (
    <main id="content" className="pb-24">
      <StoreHero
        businessName={partner.businessName}
        heroTitle={partner.heroTitle}
        heroSubtitle={partner.heroSubtitle}
        heroImage={partner.hero}
        logo={partner.logo}
        top={<BackLink fallback={paths.allProducts()} />}
        facts={
          <>
            {partner.isFeatured && <p>Featured Brand</p>}
            <p className="tabular-nums">
              {formatCount(partner.productCount)} {partner.productCount === 1 ? 'product' : 'products'}
            </p>
          </>
        }
      >
        <div className="flex flex-wrap items-center gap-x-7 gap-y-2">
          <WebsiteLink websiteUrl={partner.websiteUrl} label="Visit Website" />
          <Link to={paths.storeFeedback(partner.id)} className="link inline-flex min-h-11 items-center">
            Contact the store
          </Link>
          <Link
            rel="nofollow"
            to={newInPaths.save(paths.brand(partner.id))}
            className="link inline-flex min-h-11 items-center wrap-anywhere"
          >
            Follow {partner.businessName}
          </Link>
        </div>
      </StoreHero>
      <StoreWords {...partner} />
      <section className="page mt-20">
        <h2 className="mb-8 text-(length:--text-section) leading-none tracking-tight">All Products</h2>
        {'error' in list ? (
          <EmptyState
            drawing="error"
            title={`Error: ${list.error}`}
            action={
              <a href={paths.brand(partner.id)} className="button button-accent">
                Try again
              </a>
            }
          >
            Products did not load.
          </EmptyState>
        ) : (
          <BrandProducts partner={partner} list={list} onOpen={rememberBrand} />
        )}
      </section>
      <StorePolicies {...partner} />
    </main>
  )
}

function BrandProducts({ partner, list, onOpen }: { partner: Partner; list: BrandList; onOpen: () => void }) {
  if (list.total === 0)
    return (
      <EmptyState drawing="empty-store" title="No products found">
        This partner hasn&apos;t added any products yet.
      </EmptyState>
    )
  return (
    <>
      <div className="product-grid" onClickCapture={onOpen}>
        {list.products.map((product) => (
          <ProductCard key={product.id} product={product} />
        ))}
      </div>
      <Pagination
        page={list.page}
        totalPages={list.totalPages}
        hrefFor={(page) => (page === 1 ? paths.brand(partner.id) : `?page=${page}`)}
      />
    </>
  )
}
