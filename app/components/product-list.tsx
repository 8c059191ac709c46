import { Form, Link, useNavigation, useSearchParams, useSubmit } from '@remix-run/react'
import { LayoutGrid, List } from 'lucide-react'
import type { ChangeEvent, ReactNode } from 'react'
import { Pagination } from './pagination.tsx'
import { ProductCard, ProductGridSkeleton, ProductRow } from './product-card.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatCount } from '#app/lib/format.ts'
import { knownParams, withParams } from '#app/lib/search-params.ts'

const SORT_LABELS = {
  featured: 'Featured', newest: 'Newest', price_asc: 'Price: Low to High', price_desc: 'Price: High to Low', name_asc: 'Name: A to Z', name_desc: 'Name: Z to A',
}

export interface ListState {
  q: string
  sort: keyof typeof SORT_LABELS
  view: 'grid' | 'list'
  onSale: boolean
  inStock: boolean
  priceMinMinor: number | undefined
  priceMaxMinor: number | undefined
}

interface ProductListProps {
  list: RouterOutputs['catalogue']['list']
  state: ListState
  heading: string
  /** 'products' or, on a partner's page, 'product(s)'. */
  countLabel: string
  empty: ReactNode
}

/** Products with their count, filters, order, layout and pages. Everything that can be set stands in the URL. */
export function ProductList({ list, state, heading, countLabel, empty }: ProductListProps) {
  const [params] = useSearchParams()
  const navigation = useNavigation()
  const isLoading = navigation.state === 'loading' && navigation.location.search !== `?${params}` && navigation.location.search !== ''
  return (
    <section aria-labelledby="list-heading">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          <h2 id="list-heading" className="text-3xl leading-none">{heading}</h2>
          <p className="mt-2 text-sm text-muted tabular-nums" aria-live="polite">{formatCount(list.total)} {countLabel}</p>
        </div>
        <ViewToggle view={state.view} params={params} />
      </div>
      <ListFilters state={state} params={params} />
      {isLoading
        ? <ProductGridSkeleton />
        : list.total === 0
          ? empty
          : state.view === 'list'
            ? <div className="border-t border-line">{list.products.map((product, index) => <ProductRow key={product.id} product={product} isPriority={index < 3} />)}</div>
            : <div className="product-grid">{list.products.map((product, index) => <ProductCard key={product.id} product={product} isPriority={index < 4} />)}</div>}
      <Pagination page={list.page} totalPages={list.totalPages} hrefFor={(page) => withParams(params, { page: page === 1 ? undefined : String(page) })} />
    </section>
  )
}

function ViewToggle({ view, params }: { view: ListState['view']; params: URLSearchParams }) {
  return (
    <div className="flex rounded-full border border-line p-0.5" role="group" aria-label="Layout">
      {([['grid', 'Grid', LayoutGrid], ['list', 'List', List]] as const).map(([value, label, Icon]) => (
        <Link
          key={value}
          to={withParams(params, { view: value === 'grid' ? undefined : value })}
          preventScrollReset
          replace
          aria-label={`${label} view`}
          aria-current={view === value ? 'true' : undefined}
          className={`icon-button ${view === value ? 'bg-raised text-accent' : 'text-muted'}`}
        >
          <Icon aria-hidden size={19} />
        </Link>
      ))}
    </div>
  )
}

const FILTER_NAMES = ['sort', 'priceMin', 'priceMax', 'onSale', 'inStock', 'page']

function ListFilters({ state, params }: { state: ListState; params: URLSearchParams }) {
  const submit = useSubmit()
  const { location } = useNavigation()
  // While the answer is on its way, the filters stand as they were asked for.
  const asked = location ? new URLSearchParams(location.search) : null
  const isOn = (name: 'onSale' | 'inStock') => (asked ? asked.get(name) === 'true' : state[name])
  const sort = asked ? (asked.get('sort') ?? 'featured') : state.sort
  const apply = (form: HTMLFormElement | null) => {
    if (!form) return
    const data = new FormData(form)
    for (const [name, value] of [...data]) if (value === '' || (name === 'sort' && value === 'featured')) data.delete(name)
    submit(data, { method: 'get', preventScrollReset: true })
  }
  const applyOnChange = (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => apply(event.currentTarget.form)
  const major = (minor: number | undefined) => (minor === undefined ? '' : String(minor / 100))
  const toggle = 'flex min-h-11 cursor-pointer items-center gap-2.5 rounded-full border border-line px-4 text-sm hover:border-muted has-checked:border-accent has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-accent'
  return (
    <Form method="get" onSubmit={(event) => { event.preventDefault(); apply(event.currentTarget) }} className="mt-6 mb-9 flex flex-wrap items-center gap-2.5 border-y border-line py-3">
      {knownParams(params, FILTER_NAMES).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
      {([['onSale', 'On sale'], ['inStock', 'In stock only']] as const).map(([name, label]) => (
        <label key={name} className={toggle}>
          <input type="checkbox" name={name} value="true" checked={isOn(name)} onChange={applyOnChange} className="accent-accent" /> {label}
        </label>
      ))}
      <fieldset className="flex items-center gap-2 text-sm">
        <legend className="sr-only">Price in US dollars</legend>
        <span aria-hidden className="pl-2 text-muted">$</span>
        {([['priceMin', 'Lowest price in dollars', 'Min', state.priceMinMinor], ['priceMax', 'Highest price in dollars', 'Max', state.priceMaxMinor]] as const).map(([name, label, placeholder, minor]) => (
          <input key={`${name}${minor}`} type="number" name={name} min={0} max={9999999} step="any" inputMode="decimal" aria-label={label} placeholder={placeholder} defaultValue={major(minor)} className="field w-24 text-sm" />
        ))}
      </fieldset>
      <button type="submit" className="button button-quiet text-sm">Apply</button>
      <label className="ml-auto flex items-center gap-3 text-sm">
        <span className="text-muted">Sort by</span>
        <select name="sort" value={sort} onChange={applyOnChange} className="field pr-3 text-sm">
          {Object.entries(SORT_LABELS).map(([value, label]) => <option key={value} value={value}>{label}</option>)}
        </select>
      </label>
    </Form>
  )
}
