import { useLocation, useNavigate, useNavigation } from '@remix-run/react'
import { useEffect, useRef, type ReactNode } from 'react'
import { EmptyState } from '../empty-state.tsx'
import { Pagination } from '../pagination.tsx'
import { ProductCard, ProductGridSkeleton, ProductRow } from '../product-card.tsx'
import { ActiveFilters } from './active-filters.tsx'
import { isTouched, readFilterForm, writeFilterForm } from './filter-form.ts'
import { FILTER_FORM_ID, FilterPanel } from './filter-panel.tsx'
import { LIST_HEADING_ID, TO_LIST, useListFocus } from './use-list-focus.ts'
import { useSearchLog } from './use-search-log.ts'
import { WhyHere } from './why-here.tsx'
import type { SearchResult } from '#app/lib/api-types.ts'
import { formatCount } from '#app/lib/format.ts'
import { hrefOf, listHref, withoutFragment, type ListAddress } from '#app/lib/list-address.ts'
import { paths } from '#app/lib/paths.ts'
import { useEvent } from '#app/lib/use-event.ts'
import { useLive } from '#app/lib/use-live.ts'
import { useSlow } from '#app/lib/use-slow.ts'
import type { SearchQuery, Unread } from '#server/search/search.schema.ts'
import { MAX_QUERY, MAX_VALUES } from '#server/search/search-values.schema.ts'

const SORT_LABELS: Record<SearchQuery['sort'], string> = {
  featured: 'Featured', newest: 'Newest', price_asc: 'Price: Low to High', price_desc: 'Price: High to Low', name_asc: 'Name: A to Z', name_desc: 'Name: Z to A',
}
const LIST_SIZES = '(min-width: 96rem) 17vw, (min-width: 64rem) 23vw, (min-width: 48rem) 31vw, 46vw'

export interface ProductListProps {
  result: SearchResult
  query: Pick<SearchQuery, 'view'>
  address: ListAddress
  pageSize: number
  unread: Unread
  heading: string
  /** The search's text, where nothing else on the page says it. */
  quoted?: string
  /** 'products found' or, on a partner's page, 'product(s) found'. */
  countLabel: string
  empty: ReactNode
  hasBrands?: boolean
}

/** Products with their filters, chips, order and pages. Everything that can be set stands in the address, and works without JavaScript. */
export function ProductList({ result, query, address, pageSize, unread, heading, quoted = '', countLabel, empty, hasBrands = true }: ProductListProps) {
  const root = useRef<HTMLElement>(null)
  // Without JavaScript what changes the list leads to it; with it the page stays where it is.
  const staying = useLive() ? withoutFragment(address) : address
  useFilterForm(root, result, result.sort, address)
  useListFocus(address.path.includes('#'), result.filters.q)
  const navigation = useNavigation()
  const { pathname } = useLocation()
  const isLoading = navigation.state === 'loading' && navigation.location.pathname === pathname
  const isSlow = useSlow(isLoading)
  const onClick = useSearchLog(result.searchToken, (result.page - 1) * pageSize + 1)
  const why = (product: SearchResult['products'][number]) => <WhyHere product={product} />
  return (
    <section ref={root} aria-labelledby={LIST_HEADING_ID} className="list-columns">
      <FilterPanel result={result} address={staying} hasBrands={hasBrands} />
      <div className="min-w-0">
        <div className="flex flex-row-reverse items-end justify-between gap-4">
          {/* First in the document: from the heading, where the focus goes with another page, Tab leads to the products. */}
          <label className="flex items-center gap-3 text-sm">
            <span className="text-muted max-sm:sr-only">Sort by</span>
            <select name="sort" form={FILTER_FORM_ID} autoComplete="off" defaultValue={result.sort} className="field pr-3 text-sm max-sm:w-36">
              {Object.entries(SORT_LABELS).map(([value, label]) => <option key={value} value={value}>{label}</option>)}
            </select>
          </label>
          <div>
            <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
              <h2 id={LIST_HEADING_ID} tabIndex={-1} className="scroll-mt-32 text-2xl outline-none leading-none sm:text-3xl md:text-4xl">{heading}</h2>
              {quoted && <p className="font-display text-xl text-muted italic wrap-anywhere">&ldquo;{quoted}&rdquo;</p>}
            </div>
            <p className="mt-2 text-sm text-muted tabular-nums" aria-live="polite">{formatCount(result.total)} {countLabel}</p>
          </div>
        </div>
        <ActiveFilters result={result} address={staying} />
        <Notices result={result} unread={unread} />
        {result.searchToken !== null && <noscript><img src={paths.searched(result.searchToken)} alt="" width={1} height={1} /></noscript>}
        <div className={`mt-7 transition-opacity duration-200 ${isLoading ? 'opacity-55' : ''}`} aria-busy={isLoading} onClickCapture={onClick}>
          {isSlow
            ? <ProductGridSkeleton className="product-grid-beside" />
            : result.total === 0
              ? empty
              : query.view === 'list'
                ? <div className="border-t border-line">{result.products.map((product, index) => <ProductRow key={product.id} product={product} isPriority={index < 3} note={why(product)} />)}</div>
                : <div className="product-grid product-grid-beside">{result.products.map((product, index) => <ProductCard key={product.id} product={product} sizes={LIST_SIZES} isPriority={index < 4} note={why(product)} />)}</div>}
        </div>
        <Pagination page={result.page} totalPages={result.totalPages} hrefFor={(page) => listHref(address, { page: page === 1 ? undefined : String(page) })} state={TO_LIST} />
      </div>
    </section>
  )
}

/** The list's place when the search itself failed. */
export function SearchFailed({ address }: { address: ListAddress }) {
  return (
    <EmptyState drawing="error" title="Search failed" action={<a href={hrefOf(address.path, new URLSearchParams(address.search))} className="button button-accent">Try again</a>}>
      Something went wrong on our side. Nothing of yours is lost; try again in a moment.
    </EmptyState>
  )
}

/** What was not read, what was read otherwise than written, and what was left out because nothing met all of it. */
function Notices({ result: { relaxed, corrections, unknownFilters }, unread }: { result: SearchResult; unread: Unread }) {
  if (!relaxed.length && !corrections.length && !unknownFilters && !unread.isTextCut && !unread.values) return null
  return (
    <div className="notice" role="status">
      {unread.isTextCut && <p>Your search is longer than we read. The first {MAX_QUERY} characters count.</p>}
      {unread.values > 0 && <p>We read {MAX_VALUES} filters at most. {formatCount(unread.values)} more {unread.values === 1 ? 'was' : 'were'} left out.</p>}
      {unknownFilters > 0 && <p>{formatCount(unknownFilters)} {unknownFilters === 1 ? 'filter' : 'filters'} that nothing here has {unknownFilters === 1 ? 'was' : 'were'} left out.</p>}
      {corrections.map(({ typed, read }) => <p key={typed}>Showing results for &quot;<strong>{read}</strong>&quot; (you wrote &quot;{typed}&quot;)</p>)}
      {relaxed.length > 0 && (
        <>
          <p>Nothing matches everything.</p>
          <p className="left-out">Left out: {relaxed.map((label) => <s key={label}>{label}</s>)}</p>
        </>
      )}
    </div>
  )
}

/**
 * The filter form applies each change at once. The browser shows a choice at the touch and keeps the focus on it; what the answer
 * says (after Back, say) is written into the same elements, except the first time: a choice made before the page came alive counts.
 * While an answer is on its way further changes wait for it: it would undo them, and the router reports what it has to give up.
 */
function useFilterForm(root: { current: HTMLElement | null }, result: SearchResult, sort: SearchQuery['sort'], address: ListAddress): void {
  const { path, search } = withoutFragment(address)
  const navigate = useNavigate()
  const navigation = useNavigation()
  const sent = useRef<string | null>(null)
  const isWaiting = useRef(false)
  const apply = useEvent((form: HTMLFormElement) => {
    const params = readFilterForm(form)
    if (!new URLSearchParams(search).has('all')) params.delete('all')
    const href = hrefOf(path, params)
    if (sent.current !== null) {
      isWaiting.current = href !== sent.current
      return
    }
    sent.current = href
    navigate(href, { preventScrollReset: true })
  })
  useEffect(() => {
    const form = document.getElementById(FILTER_FORM_ID)
    const section = root.current
    if (!(form instanceof HTMLFormElement) || !section) return
    const onChange = ({ target }: Event) => {
      if (target instanceof HTMLInputElement ? target.form === form && (target.name || target.type === 'range') : target instanceof HTMLSelectElement) apply(form)
    }
    const onSubmit = (event: Event) => {
      event.preventDefault()
      apply(form)
    }
    if (isTouched(form)) apply(form)
    section.addEventListener('change', onChange)
    form.addEventListener('submit', onSubmit)
    return () => {
      section.removeEventListener('change', onChange)
      form.removeEventListener('submit', onSubmit)
    }
  }, [root, apply])
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
    // A shorter list under somebody who has scrolled far begins where it begins.
    if (isOurs && (root.current?.getBoundingClientRect().top ?? 0) < 0) root.current?.scrollIntoView()
  }, [root, apply, result, sort, search, navigation.state])
}
