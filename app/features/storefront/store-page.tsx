import { Link, useSearchParams } from '@remix-run/react'
import { HeroPicture, StoreLogo, VisitStore, websiteHref } from './store-parts.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { ProductList } from '#app/components/product-list.tsx'
import { SearchForm } from '#app/components/search-form.tsx'
import type { RouterOutputs, Store } from '#app/lib/api-types.ts'
import { paths } from '#app/lib/paths.ts'
import { knownParams } from '#app/lib/search-params.ts'
import type { ProductListQuery } from '#server/catalogue/catalogue.schema.ts'

/** A partner's store within the shop: hero, about, products, contact. */
export function StorePage({ store, query, list }: { store: Store; query: ProductListQuery; list: RouterOutputs['catalogue']['list'] }) {
  const [params] = useSearchParams()
  const isFiltered = Boolean(query.q || query.onSale || query.inStock || query.priceMinMinor !== undefined || query.priceMaxMinor !== undefined || query.categories.length || query.brands.length)
  const kept = knownParams(params, ['q', 'search', 'page'])
  return (
    <main id="content" className="pb-24">
      <section className="relative flex min-h-[min(70vh,44rem)] items-end">
        <HeroPicture store={store} />
        <div className="absolute inset-0 bg-gradient-to-t from-ink via-ink/45 to-ink/5" />
        <div className="page relative pt-48 pb-12">
          <StoreLogo store={store} />
          <h1 className="mt-5 max-w-4xl text-(length:--text-title) leading-[0.95] tracking-tight wrap-anywhere">{store.heroTitle || store.businessName}</h1>
          <p className="mt-4 max-w-xl text-lg text-text/90">{store.heroSubtitle || (store.heroTitle ? store.businessName : store.ethos)}</p>
          <div className="mt-7"><VisitStore websiteUrl={store.websiteUrl} label="Visit Official Store" /></div>
        </div>
      </section>
      {store.about && (
        <section className="page mt-16 grid gap-6 lg:grid-cols-[1fr_2fr]">
          <h2 className="text-3xl">About {store.businessName}</h2>
          <p className="max-w-[68ch] text-lg leading-relaxed whitespace-pre-line text-text/90">{store.about}</p>
        </section>
      )}
      <div className="page mt-20">
        <div className="mb-8"><SearchForm label={`Search ${store.businessName}`} defaultValue={query.q} kept={kept} /></div>
        <ProductList
          list={list}
          state={query}
          heading="Products"
          countLabel="product(s) found"
          empty={
            <EmptyState drawing={isFiltered ? 'no-results' : 'empty-store'} title="No products found"
              action={isFiltered
                ? <Link to={paths.partner(store.id)} className="button button-accent">Clear All</Link>
                : <Link to={paths.allProducts()} className="button button-accent">Browse All Products</Link>}>
              {isFiltered ? 'No products match your current filters. Try adjusting your search criteria.' : "This partner hasn't added any products yet."}
            </EmptyState>
          }
        />
      </div>
      <StoreContact store={store} />
    </main>
  )
}

function StoreContact({ store }: { store: Store }) {
  const website = websiteHref(store.websiteUrl)
  return (
    <section className="page mt-24">
      <div className="border-t border-line pt-10">
        <h2 className="text-3xl">Contact</h2>
        <ul className="mt-4 flex flex-wrap gap-x-10 gap-y-1">
          <li><a href={`mailto:${store.email}`} className="link inline-flex min-h-11 items-center wrap-anywhere">{store.email}</a></li>
          {store.phone && <li><a href={`tel:${store.phone.replace(/[^\d+]/g, '')}`} className="link inline-flex min-h-11 items-center">{store.phone}</a></li>}
          {website && <li><a href={website} target="_blank" rel="sponsored noopener" className="link inline-flex min-h-11 items-center">{new URL(website).hostname}</a></li>}
        </ul>
      </div>
    </section>
  )
}
