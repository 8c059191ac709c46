import { Link } from '#app/components/link.tsx'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import List from 'lucide-react/icons/list'
import ArrowUpDown from 'lucide-react/icons/arrow-up-down'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import type { ReactNode } from 'react'
import { FILTER_FORM_ID, FILTER_PANEL_ID } from './filter-panel.tsx'
import { listHref, withoutFragment, type ListAddress } from '#app/lib/list-address.ts'
import { useLive } from '#app/lib/use-live.ts'
import type { SearchQuery } from '#server/search/search.schema.ts'

const SORT_LABELS: Record<SearchQuery['sort'], string> = {
  featured: 'Featured',
  newest: 'Newest',
  price_asc: 'Price: Low to High',
  price_desc: 'Price: High to Low',
  name_asc: 'Name: A to Z',
  name_desc: 'Name: Z to A',
}
interface ListBarProps {
  /** The back link and the title, if the bar is the page's head. */
  children?: ReactNode
  search: ReactNode
  address: ListAddress
  view: 'grid' | 'list'
  /** The list's order; null if there is no list. */
  sort: SearchQuery['sort'] | null
  /** The number of active filters; null if there is nothing to filter. */
  activeFilters: number | null
}

/** A sticky bar above a list, below the shop's header while that is visible (list.css). */
export function ListBar({ children, search, address, view, sort, activeFilters }: ListBarProps) {
  return (
    <div className="list-bar">
      <div className="page list-bar-line">
        {children}
        <div className="list-bar-search">{search}</div>
        <div className="flex items-center gap-2 lg:justify-self-end">
          {activeFilters !== null && (
            <button
              type="button"
              {...{ popovertarget: FILTER_PANEL_ID }}
              className="button button-quiet relative px-4 text-sm lg:hidden"
            >
              <SlidersHorizontal aria-hidden size={17} /> <span className="max-sm:sr-only">Filters</span>
              {activeFilters > 0 && (
                <span className="absolute -top-1 -right-1 grid size-5 place-items-center rounded-full bg-accent text-[0.7rem] font-semibold text-on-accent tabular-nums">
                  {activeFilters}
                  <span className="sr-only"> active</span>
                </span>
              )}
            </button>
          )}
          {sort !== null && <SortSelect sort={sort} />}
          <ViewToggle view={view} address={address} />
        </div>
      </div>
    </div>
  )
}

/** The sort select of the filter form. On phones it is an icon that opens the browser's own list. */
function SortSelect({ sort }: { sort: SearchQuery['sort'] }) {
  return (
    <label className="list-sort">
      <span className="sr-only">Sort by</span>
      <ArrowUpDown aria-hidden size={18} className="sm:hidden" />
      <select name="sort" form={FILTER_FORM_ID} autoComplete="off" defaultValue={sort} className="field text-sm">
        {Object.entries(SORT_LABELS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}

function ViewToggle({ view, address }: { view: ListBarProps['view']; address: ListAddress }) {
  const staying = useLive() ? withoutFragment(address) : address
  return (
    <div className="flex rounded-full border border-line" role="group" aria-label="Layout">
      {(
        [
          ['grid', 'Grid', LayoutGrid],
          ['list', 'List', List],
        ] as const
      ).map(([value, label, Icon]) => (
        <Link
          key={value}
          to={listHref(staying, {
            view: value === 'grid' ? undefined : value,
            page: new URLSearchParams(address.search).get('page') ?? undefined,
          })}
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
