import { Link } from '#app/components/link.tsx'
import { useEffect } from 'react'
import { PriceHistory } from '#app/parts/price-history/price-history.tsx'
import { ProductGallery } from './product-gallery.tsx'
import { ProductPurchase } from './product-purchase.tsx'
import { ReviewList } from './product-reviews.tsx'
import { ProductTabs } from './product-tabs.tsx'
import { useChoice } from './use-product-choice.ts'
import { BackLink } from '#app/components/back-link.tsx'
import { HideOnScroll } from '#app/components/hide-on-scroll.tsx'
import { ProductCard } from '#app/parts/product-list/product-card.tsx'
import type { CardProduct, ProductDetail, ReviewsData } from '#app/lib/api-types.ts'
import { formatMoney } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'
import { useTasteNotes } from '#app/parts/taste/use-taste-notes.ts'
import { rememberViewed } from '#app/parts/recently-viewed/recently-viewed.ts'

interface ProductPageProps {
  product: ProductDetail
  /** Null if the reviews could not be loaded: the page works without them. */
  reviews: ReviewsData | null
  /** True if we can recommend a size. */
  isSizeAdvised: boolean
  /** Products of other kinds that go with this one. */
  complements: CardProduct[]
  /** Similar products to choose instead. */
  alternatives: CardProduct[]
  /** The link text if other stores sell the product, too. */
  others?: string
}

export function ProductPage({ product, reviews, isSizeAdvised, complements, alternatives, others }: ProductPageProps) {
  const noteLeft = useTasteNotes(product)
  const isReading = useChoice().get('tab') === 'reviews'
  useEffect(() => {
    const [picture] = product.pictures
    rememberViewed({
      id: product.id,
      name: product.name,
      image: picture ? paths.image(picture.name, 320, 'webp') : null,
      price: formatMoney(product.priceMinor, product.currency),
      brand: product.brand.name,
      viewedAt: new Date().toISOString(),
    })
  }, [product])
  return (
    <main id="content" className="pb-24">
      {/* Counts this view, because the page itself is cached. */}
      <img
        key={product.id}
        src={paths.seen(product.id)}
        alt=""
        width={1}
        height={1}
        className="absolute size-px opacity-0"
        aria-hidden
      />
      <HideOnScroll>
        <div className="page flex items-center gap-6 py-1.5">
          <BackLink fallback={paths.allProducts()} />
          <nav aria-label="Breadcrumb" className="min-w-0 overflow-hidden">
            <ol className="flex gap-2 text-sm whitespace-nowrap text-muted">
              <li>
                <Link to={paths.allProducts()} className="inline-flex min-h-11 items-center hover:text-text">
                  Discover
                </Link>
              </li>
              <li aria-hidden className="self-center">
                /
              </li>
              <li>
                <Link
                  to={paths.discover({ brand: product.brand.slug })}
                  className="inline-flex min-h-11 items-center hover:text-text"
                >
                  {product.brand.name}
                </Link>
              </li>
              <li aria-hidden className="hidden self-center sm:block">
                /
              </li>
              <li aria-current="page" className="hidden truncate self-center text-text sm:block">
                {product.name}
              </li>
            </ol>
          </nav>
        </div>
      </HideOnScroll>
      <div className="page mt-2 grid grid-cols-[minmax(0,1fr)] gap-x-[clamp(2rem,5vw,6rem)] gap-y-10 max-md:gap-y-1 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <ProductGallery name={product.name} pictures={product.pictures} />
        <div className="md:sticky md:top-32 md:self-start">
          <p className="text-sm text-muted">
            <Link
              to={paths.brand(product.partner.id)}
              prefetch="intent"
              className="link inline-flex min-h-11 items-center wrap-anywhere"
            >
              {product.brand.name}
            </Link>
          </p>
          <h1 className="mb-6 text-(length:--text-section) leading-[1.02] tracking-tight wrap-anywhere">
            {product.name}
          </h1>
          <ProductPurchase
            product={product}
            isSizeAdvised={isSizeAdvised}
            fits={reviews?.fits ?? null}
            onLeave={noteLeft}
          >
            {/* Avoids offer-paths.ts, which this page would load for this link alone. */}
            {others && (
              <p className="mt-2 text-sm">
                <Link to={`${paths.product(product.id)}/stores`} className="link inline-flex min-h-11 items-center">
                  {others}
                </Link>
              </p>
            )}
          </ProductPurchase>
          {product.priceHistory && <PriceHistory {...product} history={product.priceHistory} />}
          <ProductTabs product={product} reviews={reviews} />
          <p className="text-sm">
            <Link
              to={paths.reportProduct(product.id)}
              rel="nofollow"
              className="link inline-flex min-h-11 items-center text-muted"
            >
              Report this product
            </Link>
          </p>
        </div>
      </div>
      {reviews && reviews.count > 0 && isReading && <ReviewList product={product} reviews={reviews} />}
      <Recommended title="Complete the look" products={complements} />
      <Recommended title="You might also like" products={alternatives} />
    </main>
  )
}

function Recommended({ title, products }: { title: string; products: CardProduct[] }) {
  if (!products.length) return null
  return (
    <section className="page mt-24">
      <h2 className="mb-8 text-(length:--text-section) leading-none tracking-tight">{title}</h2>
      <div className="product-grid md:grid-cols-4 2xl:grid-cols-4">
        {products.map((card) => (
          <ProductCard key={card.id} product={card} />
        ))}
      </div>
    </section>
  )
}
