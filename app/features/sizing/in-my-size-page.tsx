import { useFetcher } from '@remix-run/react'
import { useEffect } from 'react'
import { BackLink } from '#app/components/back-link.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Link } from '#app/components/link.tsx'
import type { SearchResult } from '#app/lib/api-types.ts'
import { formatCount } from '#app/lib/format.ts'
import { hrefOf, keptParams, type ListAddress } from '#app/lib/list-address.ts'
import { paths } from '#app/lib/paths.ts'
import { ListBar } from '#app/parts/product-list/list-bar.tsx'
import { ProductList, SearchFailed } from '#app/parts/product-list/product-list.tsx'
import { SearchBox } from '#app/parts/search-box/search-box.tsx'
import { loadDeviceSizes } from '#app/parts/sizing/device-sizes.ts'
import type { SearchQuery, IgnoredParams } from '#server/search/search.schema.ts'
import { MEASURE_NAMES, MEASURES } from '#server/sizing/measures-values.schema.ts'
import type { ShopperSizesData } from '#server/sizing/person.schema.ts'
import { shownMeasure } from '#server/sizing/sizes-form.schema.ts'

interface InMySizePageProps {
  query: SearchQuery
  /** Null if the search failed. */
  result: SearchResult | null
  address: ListAddress
  ignored: IgnoredParams
  pageSize: number
  sizes: ShopperSizesData
  /** True if the sizes are stored in the account. The device then does not replace them automatically. */
  isOfAccount: boolean
  /** The number of brands with size tables that were checked. */
  brands: number
}

/** A product list like Discover's, in stock in the shopper's size. */
export function InMySizePage({
  query,
  result,
  address,
  ignored,
  pageSize,
  sizes,
  isOfAccount,
  brands,
}: InMySizePageProps) {
  useDeviceSizes(sizes, isOfAccount)
  const everySize = hrefOf(paths.discover(), new URLSearchParams(address.search))
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
            label="Search in your size"
            action={paths.inMySize()}
            defaultValue={query.q}
            mode={query.q ? query.mode : undefined}
            kept={keptParams(address, query.mode)}
            allowsEmpty
          />
        }
      >
        <div className="list-bar-title">
          <BackLink fallback={everySize} isShort />
          <h1>
            <span>In your size</span>
          </h1>
        </div>
      </ListBar>
      <div className="page pt-4">
        <section
          aria-label="Your size"
          className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-1 rounded-3xl border border-line bg-raised px-5 py-3 text-sm"
        >
          <p className="max-w-[62ch] grow text-muted">
            <span className="text-text">{describeSizes(sizes)}.</span> Products in stock in your size, from the size
            charts of {formatCount(brands)} {brands === 1 ? 'brand' : 'brands'}. Each product shows how certain the
            match is.
          </p>
          <Link
            to={`${paths.mySize()}?${new URLSearchParams({ list: address.search })}`}
            className="link inline-flex min-h-11 items-center sm:ml-auto"
          >
            Change
          </Link>
          <Link to={everySize} className="link inline-flex min-h-11 items-center">
            All sizes
          </Link>
        </section>
        {result ? (
          <ProductList
            result={result}
            query={query}
            address={address}
            pageSize={pageSize}
            ignored={ignored}
            heading={query.q ? 'Search Results' : 'Products'}
            quoted={query.q}
            empty={
              <EmptyState
                drawing="no-results"
                title="Nothing in your size"
                action={
                  <Link to={everySize} className="button button-accent">
                    Show all sizes
                  </Link>
                }
              >
                Nothing in your size is in stock here. We don&apos;t have size charts for every brand, so other products
                may fit.
              </EmptyState>
            }
          />
        ) : (
          <SearchFailed address={address} />
        )}
      </div>
    </main>
  )
}

/** Describes the sizes behind a list: 'Based on chest 96 cm, waist 76 cm, Oswick in M'. */
function describeSizes({ measures, garments, unit }: ShopperSizesData): string {
  const measured = MEASURES.flatMap((measure) => {
    const mm = measures[measure]
    return mm === undefined ? [] : [`${MEASURE_NAMES[measure].toLowerCase()} ${shownMeasure(mm, unit)} ${unit}`]
  })
  const worn = garments.map(({ brand, size }) => `${brand} in ${size}`)
  return `Based on ${[...measured, ...worn].join(', ')}`
}

/** Sends sizes that have changed on this device, for the next list. */
function useDeviceSizes(sizes: ShopperSizesData, isOfAccount: boolean): void {
  const { submit, state } = useFetcher()
  useEffect(() => {
    const device = isOfAccount ? null : loadDeviceSizes()
    if (!device || state !== 'idle' || JSON.stringify(device) === JSON.stringify(sizes)) return
    submit(
      { form: 'size', told: JSON.stringify(device), stay: 'on', sync: 'on' },
      { method: 'post', action: paths.mySize() },
    )
    // eslint-disable-next-line react-hooks/exhaustive-deps -- runs once: oversized sizes would be sent forever
  }, [])
}
