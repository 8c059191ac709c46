import { cutsByAttribute } from '../attributes/cuts.ts'
import type { EngineQuery } from '../engine.ts'
import type { NameBook } from '../name-book.ts'
import { FLAG, type Columns } from './columns.ts'
import { cutFacet, FACET } from './facet-counts.ts'
import type { GrowingLists, Numbered } from './growing.ts'
import type { RowFilter } from './row-sets.ts'

export interface FacetFilter extends RowFilter {
  facet: number
}

const MAX_PRICE = 2_147_483_647

/** Returns the filters of the facets with a selection. */
export function facetFilters(query: EngineQuery, columns: Columns, names: NameBook): FacetFilter[] {
  const filters: FacetFilter[] = []
  const add = (facet: number, selected: string, test: FacetFilter['test']) =>
    filters.push({ facet, key: `${facet} ${selected}`, test })
  const values = (facet: number, column: Numbered, mask: Uint8Array) =>
    add(facet, numbersIn(mask), (rows, count, passed) => testValues(rows, count, passed, column, mask))
  const lists = (facet: number, { starts, items }: GrowingLists, mask: Uint8Array) =>
    add(facet, numbersIn(mask), (rows, count, passed) =>
      testLists(rows, count, passed, starts.values, items.values, mask),
    )
  const flag = (facet: number, bit: number) =>
    add(facet, '', (rows, count, passed) => testFlag(rows, count, passed, columns.flags.values, bit))
  if (query.categories.length)
    values(FACET.categories, columns.category.values, columns.categories.mask(names.categoryIds(query.categories)))
  if (query.brands.length) values(FACET.brands, columns.brand.values, columns.brands.mask(names.brandIds(query.brands)))
  if (query.genders.length) values(FACET.genders, columns.gender.values, columns.genders.mask(query.genders))
  if (query.sizes.length) lists(FACET.sizes, columns.sizeLists, columns.sizes.mask(query.sizes))
  if (query.colours.length) lists(FACET.colours, columns.colourLists, columns.colours.mask(query.colours))
  if (query.materials.length) lists(FACET.materials, columns.materialLists, columns.materials.mask(query.materials))
  for (const [attribute, keys] of cutsByAttribute(query.cuts))
    lists(cutFacet(attribute), columns.cutLists, columns.cuts.mask(keys))
  if (query.priceMin !== null || query.priceMax !== null) {
    const [min, max] = [query.priceMin ?? 0, query.priceMax ?? MAX_PRICE]
    add(FACET.price, `${min} ${max}`, (rows, count, passed) =>
      testBetween(rows, count, passed, columns.price.values, min, max),
    )
  }
  if (query.onSale) flag(FACET.onSale, FLAG.onSale)
  if (query.inStock) flag(FACET.inStock, FLAG.inStock)
  return filters
}

/** Returns the numbers of the wanted values. A value keeps its number. */
function numbersIn(mask: Uint8Array): string {
  const numbers: number[] = []
  for (let at = mask.indexOf(1); at >= 0; at = mask.indexOf(1, at + 1)) numbers.push(at)
  return numbers.join()
}

function testValues(rows: Uint32Array, count: number, passed: Uint8Array, column: Numbered, mask: Uint8Array): void {
  for (let at = 0; at < count; at++) passed[at] = mask[column[rows[at] as number] as number] as number
}

function testLists(
  rows: Uint32Array,
  count: number,
  passed: Uint8Array,
  starts: Uint32Array,
  items: Numbered,
  mask: Uint8Array,
): void {
  for (let at = 0; at < count; at++) {
    const row = rows[at] as number
    const end = starts[row + 1] as number
    let found = 0
    for (let item = starts[row] as number; item < end; item++) found |= mask[items[item] as number] as number
    passed[at] = found
  }
}

function testFlag(rows: Uint32Array, count: number, passed: Uint8Array, flags: Uint8Array, bit: number): void {
  for (let at = 0; at < count; at++) passed[at] = (flags[rows[at] as number] as number) & bit ? 1 : 0
}

function testBetween(
  rows: Uint32Array,
  count: number,
  passed: Uint8Array,
  column: Int32Array,
  min: number,
  max: number,
): void {
  for (let at = 0; at < count; at++) {
    const value = column[rows[at] as number] as number
    passed[at] = value >= min && value <= max ? 1 : 0
  }
}

export function hasOne({ starts, items }: GrowingLists, row: number, mask: Uint8Array): boolean {
  const end = starts.values[row + 1] as number
  for (let at = starts.values[row] as number; at < end; at++) if (mask[items.values[at] as number]) return true
  return false
}
