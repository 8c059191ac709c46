import { Form, Link, useNavigation, useSearchParams, useSubmit } from '@remix-run/react'
import { LayoutGrid, List } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
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
  const form = useRef<HTMLFormElement>(null)
  const isNew = useRef(true)
  const apply = () => {
    if (!form.current) return
    const data = new FormData(form.current)
    for (const [name, value] of [...data]) if (value === '' || (name === 'sort' && value === 'featured')) data.delete(name)
    submit(data, { method: 'get', preventScrollReset: true })
  }
  // The browser shows a choice at the touch and keeps the focus on it. What the answer says (after Back, say) is written into
  // the same elements, except the first time: a choice made before the page came alive counts.
  useEffect(() => {
    const isAsAnswered = writeChoices(form.current, state, isNew.current)
    if (isNew.current && !isAsAnswered) apply()
    isNew.current = false
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once an answer; apply only reads the form
  }, [state])
  const major = (minor: number | undefined) => (minor === undefined ? '' : String(minor / 100))
  const toggle = 'flex min-h-11 cursor-pointer items-center gap-2.5 rounded-full border border-line px-4 text-sm hover:border-muted has-checked:border-accent has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-accent'
  return (
    <Form ref={form} method="get" autoComplete="off" onSubmit={(event) => { event.preventDefault(); apply() }} className="mt-6 mb-9 flex flex-wrap items-center gap-2.5 border-y border-line py-3">
      {knownParams(params, FILTER_NAMES).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
      {([['onSale', 'On sale'], ['inStock', 'In stock only']] as const).map(([name, label]) => (
        <label key={name} className={toggle}>
          <input type="checkbox" name={name} value="true" defaultChecked={state[name]} onChange={apply} className="accent-accent" /> {label}
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
        <select name="sort" defaultValue={state.sort} onChange={apply} className="field pr-3 text-sm">
          {Object.entries(SORT_LABELS).map(([value, label]) => <option key={value} value={value}>{label}</option>)}
        </select>
      </label>
    </Form>
  )
}

/** Sets the boxes and the order to what the answer says, or only looks. @returns whether they stood so already. */
function writeChoices(form: HTMLFormElement | null, state: ListState, onlyLook: boolean): boolean {
  let isSame = true
  for (const element of form?.elements ?? []) {
    if (element instanceof HTMLInputElement && (element.name === 'onSale' || element.name === 'inStock')) {
      isSame &&= element.checked === state[element.name]
      if (!onlyLook) element.checked = state[element.name]
    } else if (element instanceof HTMLSelectElement) {
      isSame &&= element.value === state.sort
      if (!onlyLook) element.value = state.sort
    }
  }
  return isSame
}
