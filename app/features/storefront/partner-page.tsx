import { Link } from '#app/components/link.tsx'
import { HeroPicture, PartnerLogo, WebsiteLink, websiteHref } from './partner-identity.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { ListBar } from '#app/parts/product-list/list-bar.tsx'
import { ProductList, SearchFailed } from '#app/parts/product-list/product-list.tsx'
import { LIST_HEADING_ID } from '#app/lib/list-heading.ts'
import { SearchBox } from '#app/parts/search-box/search-box.tsx'
import type { SearchResult, Partner } from '#app/lib/api-types.ts'
import { keptParams, type ListAddress } from '#app/lib/list-address.ts'
import { paths } from '#app/lib/paths.ts'
import type { SearchQuery, IgnoredParams } from '#server/search/search.schema.ts'

/** More characters may not fit in three lines on a phone. */
const THREE_LINES = 110

interface PartnerPageProps {
  partner: Partner
  query: SearchQuery
  /** Null if the search failed; the page works without it. */
  result: SearchResult | null
  address: ListAddress
  ignored: IgnoredParams
  pageSize: number
}

/** A partner's store within the shop: hero, about, products, contact. */
export function PartnerPage({
  partner,
  query,
  result,
  address: { path, search },
  ignored,
  pageSize,
}: PartnerPageProps) {
  const address = { path: `${path}#${LIST_HEADING_ID}`, search }
  const about = partner.aboutSection || partner.storeDescription
  const isFiltered = Boolean(query.q || result?.conditions.length)
  return (
    <main id="content" className="pb-24">
      <section className="partner-hero">
        <HeroPicture partner={partner} />
        <div className="partner-hero-words">
          <div className="flex items-center gap-4">
            <PartnerLogo partner={partner} />
            {partner.heroTitle && <p className="min-w-0 text-xl wrap-anywhere">{partner.businessName}</p>}
          </div>
          <h1 className="mt-5 text-[clamp(2.25rem,4.6vw,4.5rem)] leading-[0.98] tracking-tight text-balance wrap-anywhere">
            {partner.heroTitle || partner.businessName}
          </h1>
          {(partner.heroSubtitle || (!partner.heroTitle && partner.ethos)) && (
            <p className="mt-4 max-w-xl text-lg text-pretty text-text/90">{partner.heroSubtitle || partner.ethos}</p>
          )}
          <div className="mt-6">
            <WebsiteLink websiteUrl={partner.websiteUrl} label="Visit Official Store" />
          </div>
        </div>
      </section>
      {about && (
        <section className="page mt-10 grid gap-x-6 gap-y-3 lg:grid-cols-[1fr_2fr]">
          <h2 className="text-2xl md:text-3xl">About {partner.businessName}</h2>
          <div>
            <p className="partner-about">{about}</p>
            {about.length > THREE_LINES && (
              <details className="partner-about-more">
                <summary className="link inline-flex min-h-11 cursor-pointer items-center text-muted">
                  <span className="more">More</span>
                  <span className="less">Less</span>
                  <span className="sr-only"> about {partner.businessName}</span>
                </summary>
              </details>
            )}
          </div>
        </section>
      )}
      <div className="mt-12">
        <ListBar
          address={address}
          view={query.view}
          sort={result?.sort ?? null}
          activeFilters={result && result.conditions.length}
          search={
            <SearchBox
              look="bar"
              label={`Search ${partner.businessName}`}
              action={address.path}
              defaultValue={query.q}
              mode={query.q ? query.mode : undefined}
              kept={keptParams(address, query.mode)}
              allowsEmpty
            />
          }
        />
        <div className="page pt-4">
          {result ? (
            <ProductList
              result={result}
              query={query}
              address={address}
              pageSize={pageSize}
              ignored={ignored}
              heading="Products"
              quoted={query.q}
              hasBrands={result.facets.brands.length > 1}
              empty={
                <EmptyState
                  drawing={isFiltered ? 'no-results' : 'empty-store'}
                  title="No products found"
                  action={
                    isFiltered ? (
                      <Link to={`${paths.partner(partner.id)}#${LIST_HEADING_ID}`} className="button button-accent">
                        Clear All
                      </Link>
                    ) : (
                      <Link to={paths.allProducts()} className="button button-accent">
                        Browse All Products
                      </Link>
                    )
                  }
                >
                  {isFiltered
                    ? 'No products match your current filters. Try adjusting your search criteria.'
                    : "This partner hasn't added any products yet."}
                </EmptyState>
              }
            />
          ) : (
            <SearchFailed address={address} />
          )}
        </div>
      </div>
      <PartnerContact partner={partner} />
    </main>
  )
}

function PartnerContact({ partner }: { partner: Partner }) {
  const website = websiteHref(partner.websiteUrl)
  return (
    <section className="page mt-24">
      <div className="border-t border-line pt-10">
        <h2 className="text-3xl">Contact</h2>
        <ul className="mt-4 flex flex-wrap gap-x-10 gap-y-1">
          <li>
            <a href={`mailto:${partner.email}`} className="link inline-flex min-h-11 items-center wrap-anywhere">
              {partner.email}
            </a>
          </li>
          {partner.phone && (
            <li>
              <a
                href={`tel:${partner.phone.replace(/[^\d+]/g, '')}`}
                className="link inline-flex min-h-11 items-center"
              >
                {partner.phone}
              </a>
            </li>
          )}
          {website && (
            <li>
              <a
                href={website}
                target="_blank"
                rel="sponsored noopener"
                className="link inline-flex min-h-11 items-center"
              >
                {new URL(website).hostname}
              </a>
            </li>
          )}
        </ul>
      </div>
    </section>
  )
}
