import { HeroPicture, PartnerLogo, WebsiteLink } from './partner-identity.tsx'
import { BackLink } from '#app/components/back-link.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Pagination } from '#app/components/pagination.tsx'
import { ProductCard } from '#app/parts/product-list/product-card.tsx'
import type { SearchResult, Partner } from '#app/lib/api-types.ts'
import { formatCount } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'

/** The public brand page: a portrait of the brand, and all its products. */
export function BrandPage({ partner, list }: { partner: Partner; list: SearchResult | { error: string } }) {
  /** Tells the product page which brand the visitor came from. */
  const rememberBrand = () => sessionStorage.setItem('currentBrandId', partner.id)
  return (
    <main id="content" className="pb-24">
      <div className="page">
        <BackLink fallback={paths.allProducts()} />
      </div>
      <section className="page grid items-center gap-10 lg:grid-cols-2">
        <div className="relative aspect-[16/10] overflow-hidden rounded-sm lg:order-2">
          <HeroPicture partner={partner} />
        </div>
        <div>
          <PartnerLogo partner={partner} />
          <p className="eyebrow mt-6">Featured Brand</p>
          <h1 className="mt-2 text-(length:--text-title) leading-[0.95] tracking-tight wrap-anywhere">
            {partner.businessName}
          </h1>
          {partner.ethos && (
            <p className="mt-5 max-w-xl font-display text-2xl leading-snug text-text/90 italic">{partner.ethos}</p>
          )}
          <p className="mt-5 text-muted tabular-nums">
            {formatCount(partner.productCount)} {partner.productCount === 1 ? 'product' : 'products'}
          </p>
          <div className="mt-7">
            <WebsiteLink websiteUrl={partner.websiteUrl} label="Visit Website" />
          </div>
        </div>
      </section>
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
            The rest of the page is here; its products did not come.
          </EmptyState>
        ) : (
          <BrandProducts partner={partner} list={list} onOpen={rememberBrand} />
        )}
      </section>
    </main>
  )
}

function BrandProducts({ partner, list, onOpen }: { partner: Partner; list: SearchResult; onOpen: () => void }) {
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
