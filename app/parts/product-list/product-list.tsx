import { useLocation, useNavigate, useNavigation } from '@remix-run/react'
import { useEffect, useRef, type ReactNode } from 'react'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Pagination } from '#app/components/pagination.tsx'
import { ProductCard, ProductGridSkeleton, ProductRow } from './product-card.tsx'
import { ActiveFilters } from './active-filters.tsx'
import { BrokenPromises } from './broken-promises.tsx'
import { isTouched, parseFilterForm, writeFilterForm } from './filter-form.ts'
import { FILTER_FORM_ID, FilterPanel } from './filter-panel.tsx'
import { useListFocus } from './use-list-focus.ts'
import { LIST_HEADING_ID, TO_LIST } from '#app/lib/list-heading.ts'
import { SaveListLink } from './save-list-link.tsx'
import { SentenceLine } from './sentence-line.tsx'
import { useSearchLog } from './use-search-log.ts'
import { WhyThese } from './why-these.tsx'
import { fromPage } from '#app/lib/back-stack.ts'
import type { SearchResult } from '#app/lib/api-types.ts'
import { formatCount, formatFound } from '#app/lib/format.ts'
import { hrefOf, listHref, withoutFragment, type ListAddress } from '#app/lib/list-address.ts'
import { paths } from '#app/lib/paths.ts'
import { useEvent } from '#app/lib/use-event.ts'
import { useLive } from '#app/lib/use-live.ts'
import { useSlow } from '#app/lib/use-slow.ts'
import type { SearchQuery, IgnoredParams } from '#server/search/search.schema.ts'
import { MAX_QUERY, MAX_VALUES } from '#server/search/search-values.schema.ts'

const LIST_SIZES = '(min-width: 96rem) 17vw, (min-width: 64rem) 23vw, (min-width: 48rem) 31vw, 46vw'

export interface ProductListProps {
  result: SearchResult
  query: Pick<SearchQuery, 'view'>
  address: ListAddress
  pageSize: number
  ignored: IgnoredParams
  heading: string
  /** The search text, if nothing else on the page shows it. */
  quoted?: string
  empty: ReactNode
  hasBrands?: boolean
}

/** Products with filters, chips, order and pages. All settings are in the URL, and work without JavaScript. */
export function ProductList({
  result,
  query,
  address,
  pageSize,
  ignored,
  heading,
  quoted = '',
  empty,
  hasBrands = true,
}: ProductListProps) {
  const root = useRef<HTMLElement>(null)
  // Without JavaScript, links that change the list jump to it. With it, the page keeps its scroll position.
  const staying = useLive() ? withoutFragment(address) : address
  useFilterForm(root, result, result.sort, address)
  useListFocus(address.path.includes('#'), result.filters.q)
  const navigation = useNavigation()
  const { pathname } = useLocation()
  const isLoading = navigation.state === 'loading' && navigation.location.pathname === pathname
  const isSlow = useSlow(isLoading)
  const onClick = useSearchLog(result.searchToken, (result.page - 1) * pageSize + 1)
  return (
    <section
      ref={root}
      aria-labelledby={LIST_HEADING_ID}
      className="scroll-mt-32 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:items-start lg:gap-[clamp(1.75rem,3.4vw,4rem)]"
    >
      <FilterPanel result={result} address={staying} hasBrands={hasBrands} />
      <div className="min-w-0">
        <div className="list-head">
          <WhyThese result={result} />
          <SaveListLink result={result} address={address} />
          <h2 id={LIST_HEADING_ID} tabIndex={-1} className="list-heading">
            {heading}
          </h2>
          {quoted && <p className="list-quoted">&ldquo;{quoted}&rdquo;</p>}
          <p className="list-count" aria-live="polite">
            {formatFound(result.total)}
          </p>
        </div>
        <ActiveFilters result={result} address={staying} />
        <SentenceLine result={result} address={staying} />
        <ConvertedPrices result={result} />
        <BrokenPromises result={result} />
        <Notices result={result} ignored={ignored} />
        {result.searchToken !== null && (
          <noscript>
            <img src={paths.searched(result.searchToken)} alt="" width={1} height={1} />
          </noscript>
        )}
        <div
          className={`mt-4 transition-opacity duration-200 ${isLoading ? 'opacity-55' : ''}`}
          aria-busy={isLoading}
          onClickCapture={onClick}
        >
          {isSlow ? (
            <ProductGridSkeleton className="product-grid-beside" />
          ) : result.total === 0 ? (
            empty
          ) : query.view === 'list' ? (
            <div className="border-t border-line">
              {result.products.map((product, index) => (
                <ProductRow key={product.id} product={product} isPriority={index < 3} />
              ))}
            </div>
          ) : (
            <div className="product-grid product-grid-beside">
              {result.products.map((product, index) => (
                <ProductCard
                  key={product.id}
                  product={product}
                  sizes={LIST_SIZES}
                  isPriority={index < 4}
                  discover={index === 0 ? 'render' : 'none'}
                />
              ))}
            </div>
          )}
        </div>
        <Nearly nearly={result.nearly} />
        <Pagination
          page={result.page}
          totalPages={result.totalPages}
          hrefFor={(page) => listHref(address, { page: page === 1 ? undefined : String(page) })}
          state={TO_LIST}
        />
      </div>
    </section>
  )
}

/** Says how prices in different currencies are compared, if a price filter or the order compares them. */
function ConvertedPrices({ result: { filters, sort, products } }: { result: SearchResult }) {
  const { currency, priceMinMinor, priceMaxMinor } = filters
  const isFiltered = priceMinMinor !== undefined || priceMaxMinor !== undefined
  if (!isFiltered && !sort.startsWith('price')) return null
  const currencies = new Set(products.map((product) => product.currency))
  if (isFiltered) currencies.add(currency)
  if (currencies.size < 2) return null
  return (
    <p className="mt-4 text-sm text-muted">We compare prices in different currencies at our daily exchange rates.</p>
  )
}

/** Products close to the search, below a short list of results. */
function Nearly({ nearly }: { nearly: SearchResult['nearly'] }) {
  if (!nearly?.products.length) return null
  return (
    <section aria-labelledby="nearly" className="mt-12">
      <h3 id="nearly" className="font-display text-2xl">
        Close matches
      </h3>
      <p className="mt-1 mb-4 text-sm text-muted">These may not match: {nearly.without.join(', ')}</p>
      <div className="product-grid product-grid-beside">
        {nearly.products.map((product) => (
          <ProductCard key={product.id} product={product} sizes={LIST_SIZES} />
        ))}
      </div>
    </section>
  )
}

/** Replaces the list if the search failed. */
export function SearchFailed({ address }: { address: ListAddress }) {
  return (
    <EmptyState
      drawing="error"
      title="Search failed"
      action={
        <a href={hrefOf(address.path, new URLSearchParams(address.search))} className="button button-accent">
          Try again
        </a>
      }
    >
      Something went wrong on our side. Your data is safe. Try again in a moment.
    </EmptyState>
  )
}

/**
 * Notices about words that were not understood, corrections, and conditions dropped because no product met all of them.
 */
function Notices({
  result: { relaxed, corrections, unknownFilters, note },
  ignored,
}: {
  result: SearchResult
  ignored: IgnoredParams
}) {
  if (!relaxed.length && !corrections.length && !unknownFilters && !ignored.isTextCut && !ignored.values && !note)
    return null
  return (
    <div className="notice" role="status">
      {note && <p>{note}</p>}
      {ignored.isTextCut && <p>Your search is too long. We used the first {MAX_QUERY} characters.</p>}
      {ignored.values > 0 && (
        <p>
          You can use up to {MAX_VALUES} filters. We ignored the other {formatCount(ignored.values)}.
        </p>
      )}
      {unknownFilters > 0 && (
        <p>
          We ignored {formatCount(unknownFilters)} unknown {unknownFilters === 1 ? 'filter' : 'filters'}.
        </p>
      )}
      {corrections.map(({ typed, read }) => (
        <p key={typed}>
          Showing results for &quot;<strong>{read}</strong>&quot; (you typed &quot;{typed}&quot;)
        </p>
      ))}
      {relaxed.length > 0 && (
        <>
          <p>No exact match.</p>
          <p className="mt-[0.4rem] flex flex-wrap items-center gap-[0.4rem] text-[0.875rem] text-muted">
            Showing results without:{' '}
            {relaxed.map((label) => (
              <s key={label} className="rounded-full border border-line px-[0.7rem] py-[0.15rem]">
                {label}
              </s>
            ))}
          </p>
        </>
      )}
    </div>
  )
}

/**
 * Applies each change of the filter form at once. The browser shows a choice immediately and keeps the focus. The
 * response's values (after Back, for example) are written into the same elements, except the first time: a choice made
 * before hydration counts. Changes made during a request wait, because its response would undo them, and the router
 * reports navigations that it aborts.
 */
function useFilterForm(
  root: { current: HTMLElement | null },
  result: SearchResult,
  sort: SearchQuery['sort'],
  address: ListAddress,
): void {
  const { path, search } = withoutFragment(address)
  const navigate = useNavigate()
  const navigation = useNavigation()
  const sent = useRef<string | null>(null)
  const isWaiting = useRef(false)
  const apply = useEvent((form: HTMLFormElement) => {
    const params = parseFilterForm(form)
    if (!new URLSearchParams(search).has('all')) params.delete('all')
    const href = hrefOf(path, params)
    if (sent.current !== null) {
      isWaiting.current = href !== sent.current
      return
    }
    sent.current = href
    fromPage(() => navigate(href, { preventScrollReset: true }))
  })
  useEffect(() => {
    const form = document.getElementById(FILTER_FORM_ID)
    if (!(form instanceof HTMLFormElement)) return
    const onChange = ({ target }: Event) => {
      if (
        target instanceof HTMLInputElement
          ? target.form === form && (target.name || target.type === 'range')
          : target instanceof HTMLSelectElement && target.form === form
      )
        apply(form)
    }
    const onSubmit = (event: Event) => {
      event.preventDefault()
      apply(form)
    }
    if (isTouched(form)) apply(form)
    // The sort select is outside the list.
    document.addEventListener('change', onChange)
    form.addEventListener('submit', onSubmit)
    return () => {
      document.removeEventListener('change', onChange)
      form.removeEventListener('submit', onSubmit)
    }
  }, [apply])
  const isFirst = useRef(true)
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    const form = document.getElementById(FILTER_FORM_ID)
    if (navigation.state !== 'idle' || !(form instanceof HTMLFormElement)) return
    const isOurs = sent.current !== null
    const answered = new URLSearchParams(sent.current?.split('?')[1])
    sent.current = null
    if (isWaiting.current) {
      isWaiting.current = false
      apply(form)
      return
    }
    writeFilterForm(form, { sort, shown: new URLSearchParams(search), sent: answered })
    // If the visitor had scrolled past the start of the list, scroll back to it.
    if (isOurs && (root.current?.getBoundingClientRect().top ?? 0) < 0) root.current?.scrollIntoView()
  }, [root, apply, result, sort, search, navigation.state])
}
