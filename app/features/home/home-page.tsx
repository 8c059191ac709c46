import type { LinkProps } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import { Fragment, type ReactNode } from 'react'
import type { HomeData } from './home-data.ts'
import { LazyForYouRow } from './lazy-for-you-row.tsx'
import { PartnerCarousel } from './partner-carousel.tsx'
import { PromotionCard } from './promotion-card.tsx'
import { Picture } from '#app/components/picture.tsx'
import { ProductCard } from '#app/parts/product-list/product-card.tsx'
import { Rail } from '#app/components/rail.tsx'
import { SearchBox } from '#app/parts/search-box/search-box.tsx'
import type { PictureData } from '#app/lib/api-types.ts'
import { formatProducts } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'

/** The number of Trending pictures that every screen shows before scrolling. */
const FIRST_SCREEN = 2
const ROWS_BEFORE_SALE = 2
const CARD_SIZES = '(width>=64rem) 19vw,(width>=40rem) 30vw,44vw'

/** The home page. Empty sections are left out. */
export function HomePage({ partners, trending, categories, rows, onSale, newThisWeek, promotions }: HomeData) {
  const heroes = new Map(partners.map(({ id, hero }) => [id, hero]))
  return (
    <main id="content" className="pb-24">
      <h1 className="sr-only">WTF, the fashion marketplace</h1>
      <div className="page home-search">
        <SearchBox look="bar" label="Search products and brands" action={paths.discover()} hasSuggestions />
      </div>
      <PartnerCarousel partners={partners} />
      {trending.length > 0 && (
        <Section title="Trending Now" note="Most viewed and visited in the last seven days" look="home-first">
          <div className="page product-grid 2xl:grid-cols-4">
            {trending.map((product, index) => (
              <ProductCard key={product.id} product={product} isPriority={index < FIRST_SCREEN} />
            ))}
          </div>
          <div className="page mt-12 text-center">
            <Link to={paths.allProducts()} className="button button-accent">
              Explore All Products
            </Link>
          </div>
        </Section>
      )}
      <LazyForYouRow />
      {newThisWeek.length > 0 && (
        <Section
          title="New this week"
          look="rail-section"
          action={<SectionLink to={paths.discover({ all: 'true', sort: 'newest' })}>All new products</SectionLink>}
        >
          <CardRail label="New this week" products={newThisWeek} />
        </Section>
      )}
      {categories.length > 0 && (
        <Section title="Shop by category">
          <div className="home-rail">
            <Rail label="Categories" className="category-rail">
              {categories.map((category) => (
                <li key={category.slug}>
                  <CategoryTile category={category} />
                </li>
              ))}
            </Rail>
          </div>
        </Section>
      )}
      {promotions.length > 0 && (
        <Section title="From our partners" note="Picked by our partners, checked by us">
          <div className="home-rail">
            <Rail label="From our partners" className="gap-3 md:gap-4">
              {promotions.map((promotion) => (
                <li key={promotion.id} className="w-[84%] sm:w-[56%] lg:w-[38%]">
                  <PromotionCard promotion={promotion} />
                </li>
              ))}
            </Rail>
          </div>
        </Section>
      )}
      {rows.map((row, index) => (
        <Fragment key={row.partnerId}>
          {index === ROWS_BEFORE_SALE && <SaleStrip products={onSale} />}
          <PartnerRow row={row} hero={index % 2 === 0 ? heroes.get(row.partnerId) : null} />
        </Fragment>
      ))}
      {rows.length <= ROWS_BEFORE_SALE && <SaleStrip products={onSale} />}
    </main>
  )
}

/** A partner's new products. With `hero`, below a wide picture of its store. */
function PartnerRow({ row, hero }: { row: HomeData['rows'][number]; hero: PictureData | null | undefined }) {
  return (
    <Section
      title={row.businessName}
      look={hero ? 'rail-section home-wide' : 'rail-section'}
      picture={hero && <Picture picture={hero} alt="" sizes="100vw" maxWidth={1600} />}
      action={
        <SectionLink to={paths.partner(row.partnerId)} prefetch="intent">
          Visit the store page
        </SectionLink>
      }
    >
      <CardRail label={`New from ${row.businessName}`} products={row.products} />
    </Section>
  )
}

function SaleStrip({ products }: { products: HomeData['onSale'] }) {
  if (products.length === 0) return null
  return (
    <Section
      title="On sale"
      look="rail-section home-sale"
      action={<SectionLink to={paths.discover({ onSale: 'true' })}>Everything on sale</SectionLink>}
    >
      <CardRail label="On sale" products={products} />
    </Section>
  )
}

function CardRail({ label, products }: { label: string; products: HomeData['trending'] }) {
  return (
    <div className="home-rail">
      <Rail label={label} className="card-rail">
        {products.map((product, index) => (
          <li key={product.id}>
            <ProductCard product={product} sizes={CARD_SIZES} discover={index === 0 ? 'render' : 'none'} />
          </li>
        ))}
      </Rail>
    </div>
  )
}

function SectionLink(props: LinkProps) {
  return <Link {...props} className="link inline-flex min-h-11 items-center text-sm" />
}

function Section({
  title,
  note,
  action,
  picture,
  look = '',
  children,
}: {
  title: string
  note?: string
  action?: ReactNode
  /** A picture behind the heading, across the full page width. */
  picture?: ReactNode
  /** Additional classes of the section. */
  look?: string
  children: ReactNode
}) {
  return (
    <section className={look ? `home-section ${look}` : 'home-section'}>
      <div className="home-head">
        {picture}
        <div className="page home-title">
          <h2>{title}</h2>
          {note && <p className="text-sm text-muted">{note}</p>}
          {action}
        </div>
      </div>
      {children}
    </section>
  )
}

function CategoryTile({ category }: { category: HomeData['categories'][number] }) {
  return (
    <Link to={paths.discover({ category: category.slug })} prefetch="intent" className="category-tile">
      <div>
        {category.picture && (
          <Picture
            picture={category.picture}
            isFilling
            alt=""
            sizes="(width>=64rem) 19vw,(width>=40rem) 28vw,42vw"
            maxWidth={640}
          />
        )}
      </div>
      <p>{category.name}</p>
      <small>{formatProducts(category.count)}</small>
    </Link>
  )
}
