import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { PartnerCarousel } from './partner-carousel.tsx'
import { PromotionCard } from './promotion-card.tsx'
import { Picture } from '#app/components/picture.tsx'
import { ProductCard } from '#app/parts/product-list/product-card.tsx'
import { Rail } from '#app/components/rail.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatCount } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'

export interface HomeData {
  partners: RouterOutputs['partner']['featuredStores']
  trending: RouterOutputs['catalogue']['trending']
  categories: RouterOutputs['search']['menu']
  rows: RouterOutputs['catalogue']['partnerRows']
  promotions: RouterOutputs['promotions']['live']
}

/** Empty sections are left out. */
export function HomePage({ partners, trending, categories, rows, promotions }: HomeData) {
  return (
    <main id="content" className="pb-24">
      <h1 className="sr-only">WTF, the fashion marketplace</h1>
      <PartnerCarousel partners={partners} />
      {trending.length > 0 && (
        <Section title="Trending Now" note="Most viewed and visited in the last seven days">
          <div className="page product-grid 2xl:grid-cols-4">
            {trending.map((product) => (
              <ProductCard key={product.id} product={product} />
            ))}
          </div>
          <div className="page mt-12 text-center">
            <Link to={paths.allProducts()} className="button button-accent">
              Explore All Products
            </Link>
          </div>
        </Section>
      )}
      {categories.length > 0 && (
        <Section title="Shop by category">
          <div className="pl-[clamp(1rem,4vw,4rem)]">
            <Rail label="Categories" className="gap-3 md:gap-4">
              {categories.map((category) => (
                <li key={category.slug} className="w-[42%] sm:w-[28%] lg:w-[19%]">
                  <CategoryTile category={category} />
                </li>
              ))}
            </Rail>
          </div>
        </Section>
      )}
      {promotions.length > 0 && (
        <Section title="From our partners" note="Chosen by them, looked at by us">
          <div className="pl-[clamp(1rem,4vw,4rem)]">
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
      {rows.map((row) => (
        <Section
          key={row.partnerId}
          isRail
          title={row.businessName}
          action={
            <Link
              to={paths.partner(row.partnerId)}
              prefetch="intent"
              className="link inline-flex min-h-11 items-center text-sm"
            >
              Visit the store page
            </Link>
          }
        >
          <div className="pl-[clamp(1rem,4vw,4rem)]">
            <Rail label={`New from ${row.businessName}`} className="gap-3 md:gap-5">
              {row.products.map((product) => (
                <li key={product.id} className="w-[44%] sm:w-[30%] lg:w-[19.5%]">
                  <ProductCard product={product} sizes="(min-width: 64rem) 19vw, (min-width: 40rem) 30vw, 44vw" />
                </li>
              ))}
            </Rail>
          </div>
        </Section>
      ))}
    </main>
  )
}

function Section({
  title,
  note,
  action,
  isRail = false,
  children,
}: {
  title: string
  note?: string
  action?: ReactNode
  isRail?: boolean
  children: ReactNode
}) {
  return (
    <section className={`mt-[clamp(4rem,8vw,7.5rem)] ${isRail ? 'rail-section' : ''}`}>
      <div className="page mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
        <h2 className="text-(length:--text-section) leading-none tracking-tight wrap-anywhere">{title}</h2>
        {note && <p className="text-sm text-muted">{note}</p>}
        {action}
      </div>
      {children}
    </section>
  )
}

function CategoryTile({ category }: { category: HomeData['categories'][number] }) {
  return (
    <Link to={paths.discover({ category: category.slug })} prefetch="intent" className="group block">
      <div className="aspect-[4/5] overflow-hidden rounded-sm bg-surface">
        {category.picture && (
          <Picture
            picture={category.picture}
            alt=""
            sizes="(min-width: 64rem) 19vw, (min-width: 40rem) 28vw, 42vw"
            maxWidth={640}
            className="h-full w-full object-cover transition-transform duration-250 ease-out group-hover:scale-[1.02]"
          />
        )}
      </div>
      <p className="mt-3 font-display text-xl leading-tight group-hover:underline group-hover:decoration-accent group-hover:decoration-1 group-hover:underline-offset-4 md:text-2xl">
        {category.name}
      </p>
      <p className="mt-1 text-sm text-muted tabular-nums">{formatCount(category.count)} products</p>
    </Link>
  )
}
