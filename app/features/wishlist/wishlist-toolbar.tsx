import { Form, useNavigate } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import List from 'lucide-react/icons/list'
import Search from 'lucide-react/icons/search'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { AddressInput } from '#app/components/address-input.tsx'
import { paths } from '#app/lib/paths.ts'
import { useEvent } from '#app/lib/use-event.ts'
import type { WishlistFilter, WishlistQuery, WishlistSort } from '#server/wishlist/wishlist.schema.ts'

const SORTS: Record<WishlistSort, string> = {
  added_date: 'Recently Added',
  price_low: 'Price: Low to High',
  price_high: 'Price: High to Low',
  name: 'Name A-Z',
  brand: 'Brand A-Z',
}
const FILTERS: Record<WishlistFilter, string> = {
  all: 'All Items',
  on_sale: 'On Sale',
  in_stock: 'In Stock',
  out_of_stock: 'Out of Stock',
}
/** The delay after the last key press. */
const SEARCH_AFTER_MS = 250

/** The list's filters and view. All of its state is in the URL. */
export function WishlistToolbar({ query }: { query: WishlistQuery }) {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const show = () => {
    clearTimeout(timer.current)
    if (!form.current) return
    const { q, sort, filter } = Object.fromEntries(new FormData(form.current)) as Pick<
      WishlistQuery,
      'q' | 'sort' | 'filter'
    >
    // Navigates instead of submitting the form, which would put default values into the URL.
    navigate(wishlistHref({ ...query, q: q.trim(), sort, filter, page: 1 }), {
      replace: true,
      preventScrollReset: true,
    })
  }
  const showChosen = useEvent(show)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <Form
      ref={form}
      method="get"
      action={paths.wishlist()}
      role="search"
      aria-label="My Wishlist"
      className="flex items-center gap-2 border-y border-line py-3 max-md:flex-wrap"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        show()
      }}
    >
      {query.view === 'list' && <input type="hidden" name="view" value="list" />}
      <div className="relative min-w-0 grow max-md:order-1 max-md:basis-[55%] md:max-w-96">
        <Search aria-hidden size={17} className="absolute top-3.5 left-4 text-muted" />
        <AddressInput
          name="q"
          aria-label="Search your wishlist"
          defaultValue={query.q}
          maxLength={100}
          autoComplete="off"
          placeholder="Name, brand or note"
          className="field w-full pl-11"
          onChange={() => {
            clearTimeout(timer.current)
            timer.current = setTimeout(show, SEARCH_AFTER_MS)
          }}
        />
      </div>
      <Choice label="Show" name="filter" value={query.filter} options={FILTERS} onChosen={showChosen} />
      <Choice label="Sort by" name="sort" value={query.sort} options={SORTS} onChosen={showChosen} />
      <button type="submit" className="button button-quiet no-script-only">
        Show
      </button>
      <div
        className="flex shrink-0 rounded-full border border-line max-md:order-2 md:ml-auto"
        role="group"
        aria-label="Layout"
      >
        {(
          [
            ['grid', 'Grid', LayoutGrid],
            ['list', 'List', List],
          ] as const
        ).map(([value, label, Icon]) => (
          <Link
            key={value}
            to={wishlistHref({ ...query, view: value })}
            preventScrollReset
            replace
            aria-label={`${label} view`}
            aria-current={query.view === value ? 'true' : undefined}
            className={`icon-button ${query.view === value ? 'bg-raised text-accent' : 'text-muted'}`}
          >
            <Icon aria-hidden size={19} />
          </Link>
        ))}
      </div>
    </Form>
  )
}

function Choice<Value extends string>({
  label,
  name,
  value,
  options,
  onChosen,
}: {
  label: string
  name: string
  value: Value
  options: Record<Value, string>
  onChosen: () => void
}) {
  const [chosen, setChosen] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    // The URL has changed.
    setKnown(value)
    setChosen(value)
  }
  useEffect(() => {
    // Runs in an effect, because the form still has the previous value in onChange.
    if (chosen !== known) onChosen()
  }, [chosen, known, onChosen])
  return (
    <select
      name={name}
      aria-label={label}
      value={chosen}
      onChange={(event) => setChosen(event.target.value as Value)}
      className="field min-w-0 max-md:order-3 max-md:flex-1 max-md:basis-[40%] max-md:px-3.5 max-md:text-[0.9rem]"
    >
      {(Object.entries(options) as Array<[Value, string]>).map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  )
}

/** Returns the URL without default values. */
export const wishlistHref = ({ q, sort, filter, view, page }: WishlistQuery): string =>
  paths.wishlist({
    q,
    sort: sort === 'added_date' ? undefined : sort,
    filter: filter === 'all' ? undefined : filter,
    view: view === 'grid' ? undefined : view,
    ...(page > 1 && { page }),
  })
