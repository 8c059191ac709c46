import { Link } from '#app/components/link.tsx'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import List from 'lucide-react/icons/list'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import type { ReactNode } from 'react'
import { FILTER_PANEL_ID } from './filter-panel.tsx'
import { listHref, withoutFragment, type ListAddress } from '#app/lib/list-address.ts'
import { useLive } from '#app/lib/use-live.ts'

interface ListBarProps {
  /** The back link and the title, if the bar is the page's head. */
  children?: ReactNode
  search: ReactNode
  address: ListAddress
  view: 'grid' | 'list'
  /** How many filters are on; null if there is nothing to filter. */
  activeFilters: number | null
}

/** A sticky bar above a list, below the shop's header while that is shown (list.css). */
export function ListBar({ children, search, address, view, activeFilters }: ListBarProps) {
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
          <ViewToggle view={view} address={address} />
        </div>
      </div>
    </div>
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
