import { Link } from '#app/components/link.tsx'
import X from 'lucide-react/icons/x'
import { useRef, type CSSProperties, type ReactNode } from 'react'
import { layOutCategories } from './category-tree.ts'
import { Count, Facet, TickList, TickOption, withExtras, type Option } from './facet.tsx'
import { PriceFilter } from './price-filter.tsx'
import { useFilterSheet } from './use-filter-sheet.ts'
import type { SearchResult } from '#app/lib/api-types.ts'
import { formatCount } from '#app/lib/format.ts'
import { hrefCleared, type ListAddress } from '#app/lib/list-address.ts'
import { paths } from '#app/lib/paths.ts'

export const FILTER_PANEL_ID = 'filters'
export const FILTER_FORM_ID = 'filter-form'
const CATEGORIES_SHOWN = 16
const BRANDS_SHOWN = 8
const OTHERS_SHOWN = 12
/** Parameters that have form elements; all others are sent as hidden fields. */
const SHOWN_FILTERS = new Set([
  'categories',
  'brands',
  'sizes',
  'colours',
  'materials',
  'cuts',
  'genders',
  'priceMin',
  'priceMax',
  'currency',
  'onSale',
  'inStock',
  'sort',
  'page',
])

interface FilterPanelProps {
  result: SearchResult
  address: ListAddress
  /** False if a partner has only one brand: a filter with one option is useless. */
  hasBrands: boolean
}

/**
 * All filters in one form: a sheet from below on phones and tablets (a popover, so it needs no JavaScript), beside the
 * products on wide screens.
 */
export function FilterPanel({ result, address, hasBrands }: FilterPanelProps) {
  const { facets, filters } = result
  const panel = useRef<HTMLElement>(null)
  const sheet = useFilterSheet(panel)
  const close = { popovertarget: FILTER_PANEL_ID, popovertargetaction: 'hide' }
  const hidden = [...new URLSearchParams(address.search)].filter(([name]) => !SHOWN_FILTERS.has(name))
  // Without JavaScript, an empty form would lead to the home view.
  if (address.path === paths.discover() && !filters.q && !hidden.some(([name]) => name === 'all'))
    hidden.push(['all', 'true'])
  const pieces = `${formatCount(result.total)} ${result.total === 1 ? 'product' : 'products'}`
  return (
    <section
      ref={panel}
      id={FILTER_PANEL_ID}
      {...{ popover: 'auto' }}
      {...sheet}
      aria-label="Filters"
      className="filter-panel"
    >
      <form
        id={FILTER_FORM_ID}
        method="get"
        action={address.path}
        autoComplete="off"
        className="flex min-h-0 grow flex-col"
      >
        {hidden.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="flex items-center justify-between px-5 pt-3 lg:hidden">
          <p className="font-display text-2xl">Filters</p>
          {/* Takes the focus when the sheet opens. React writes the attribute only on the server. Wide screens do
              not have this button. */}
          <button
            type="button"
            {...close}
            // eslint-disable-next-line jsx-a11y/no-autofocus -- the focus moves into the dialog when it opens
            autoFocus
            ref={(button) => button?.setAttribute('autofocus', '')}
            aria-label="Close filters"
            className="icon-button -mr-2"
          >
            <X aria-hidden size={20} />
          </button>
        </div>
        <div className="filter-facets">
          <Ticks
            title="Category"
            name="categories"
            options={layOutCategories(facets.categories, CATEGORIES_SHOWN)}
            noun="category"
          />
          {hasBrands && (
            <Ticks
              title="Brand"
              name="brands"
              options={withExtras(facets.brands, BRANDS_SHOWN)}
              noun="brand"
              isSearched
              instead={(text) => (
                <Link to={paths.discover({ q: text })} className="link text-text">
                  Search all products
                </Link>
              )}
            />
          )}
          <Sizes sizes={facets.sizes} address={address} />
          <Colours colours={facets.colours} />
          <Ticks
            title="Material"
            name="materials"
            options={withExtras(facets.materials, OTHERS_SHOWN)}
            noun="material"
          />
          {facets.cuts.map(({ key, label, values }) => (
            <Ticks
              key={key}
              title={label}
              name="cuts"
              options={withExtras(values, OTHERS_SHOWN)}
              noun={label.toLowerCase()}
            />
          ))}
          <Ticks title="Gender" name="genders" options={withExtras(facets.genders, OTHERS_SHOWN)} noun="gender" />
          <Facet title="Price">
            <PriceFilter
              address={address}
              price={facets.price}
              minMinor={filters.priceMinMinor}
              maxMinor={filters.priceMaxMinor}
            />
          </Facet>
          <Facet title="Offers and stock">
            <ul className="ticks">
              <li>
                <TickOption
                  name="onSale"
                  option={{ value: 'true', label: 'On sale', count: facets.onSale, isSelected: filters.onSale }}
                />
              </li>
              <li>
                <TickOption
                  name="inStock"
                  option={{ value: 'true', label: 'In stock only', count: facets.inStock, isSelected: filters.inStock }}
                />
              </li>
            </ul>
          </Facet>
        </div>
        <div className="flex items-center gap-5 border-t border-line px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:hidden lg:px-0 noscript:flex">
          <Link to={hrefCleared(address)} preventScrollReset className="link inline-flex min-h-11 items-center text-sm">
            Clear all
          </Link>
          <button type="button" {...close} className="needs-script button button-accent grow lg:hidden">
            Show {pieces}
          </button>
          <button type="submit" className="no-script-only button button-accent grow">
            Apply
          </button>
        </div>
      </form>
    </section>
  )
}

function Ticks({
  title,
  name,
  noun,
  options,
  ...search
}: {
  title: string
  name: string
  noun: string
  options: ReadonlyArray<Option & { isExtra: boolean; depth?: number }>
  isSearched?: boolean
  instead?: (text: string) => ReactNode
}): ReactNode {
  if (!options.length) return null
  return (
    <Facet title={title}>
      <TickList name={name} noun={noun} options={options} {...search} />
    </Facet>
  )
}

function Sizes({ sizes, address }: { sizes: SearchResult['facets']['sizes']; address: ListAddress }) {
  if (!sizes.length) return null
  return (
    <Facet title="Size">
      {address.path === paths.discover() && (
        <Link
          to={paths.inMySize(address.search)}
          rel="nofollow"
          className="link mb-2 inline-flex min-h-11 items-center text-sm text-muted"
        >
          Only my size
        </Link>
      )}
      {[...Map.groupBy(sizes, ({ heading }) => heading)].map(([heading, listed]) => (
        <div key={heading} role="group" aria-label={heading} className="mb-4">
          <p aria-hidden className="mb-2 text-xs text-muted">
            {heading}
          </p>
          <ul className="sizes" title="Number of products in stock">
            {listed.map((size) => (
              <li key={size.value}>
                <label data-empty={(size.count === 0 && !size.isSelected) || undefined}>
                  <input
                    type="checkbox"
                    name="sizes"
                    value={size.value}
                    defaultChecked={size.isSelected ?? false}
                    aria-label={`Size ${size.label}`}
                  />
                  {size.label}
                  {size.count !== null && <Count of={size.count} />}
                </label>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Facet>
  )
}

function Colours({ colours }: { colours: SearchResult['facets']['colours'] }) {
  if (!colours.length) return null
  return (
    <Facet title="Colour">
      <Link
        to={`${paths.pictureSearch()}#colour`}
        className="link mb-2 inline-flex min-h-11 items-center text-sm text-muted"
      >
        Search by colour or picture
      </Link>
      <ul className="colours">
        {colours.map((colour) => (
          <li key={colour.value}>
            <label
              data-empty={(colour.count === 0 && !colour.isSelected) || undefined}
              style={{ '--colour': colour.hex } as CSSProperties}
            >
              <input type="checkbox" name="colours" value={colour.value} defaultChecked={colour.isSelected ?? false} />
              {colour.label}
              <Count of={colour.count} />
            </label>
          </li>
        ))}
      </ul>
    </Facet>
  )
}
