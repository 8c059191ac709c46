import { cutsByAttribute } from '../attributes/cuts.ts'
import type { EngineQuery } from '../engine.ts'
import type { NameBook } from '../name-book.ts'
import { FLAG, type Columns } from './columns.ts'
import { cutFacet, FACET } from './facet-counts.ts'
import type { GrowingLists, Numbered } from './growing.ts'

export interface FacetFilter {
  facet: number
  /**
   * Writes 1 or 0 for each of the first `count` rows: whether it passes. Each column type has its own loop, because a
   * function call per row costs more than the test.
   */
  test: (rows: Uint32Array, count: number, passed: Uint8Array) => void
  /** The approximate share of the catalogue that passes, 0 to 1. */
  share: number
}

const MAX_PRICE = 2_147_483_647

/** Returns the filters of the facets with a selection, the strictest first, so that later filters test fewer rows. */
export function facetFilters(query: EngineQuery, columns: Columns, names: NameBook): FacetFilter[] {
  const filters: FacetFilter[] = []
  const { totals } = columns
  const live = Math.max(1, columns.live)
  const share = (mask: Uint8Array, counts: readonly number[]) =>
    mask.reduce((sum, isWanted, number) => sum + (isWanted ? (counts[number] ?? 0) : 0), 0) / live
  const values = (facet: number, column: Numbered, mask: Uint8Array, counts: readonly number[]) =>
    filters.push({
      facet,
      test: (rows, count, passed) => testValues(rows, count, passed, column, mask),
      share: share(mask, counts),
    })
  const lists = (facet: number, { starts, items }: GrowingLists, mask: Uint8Array, counts: readonly number[]) =>
    filters.push({
      facet,
      test: (rows, count, passed) => testLists(rows, count, passed, starts.values, items.values, mask),
      share: share(mask, counts),
    })
  const flag = (facet: number, bit: number, total: number) =>
    filters.push({
      facet,
      test: (rows, count, passed) => testFlag(rows, count, passed, columns.flags.values, bit),
      share: total / live,
    })
  if (query.categories.length)
    values(
      FACET.categories,
      columns.category.values,
      columns.categories.mask(names.categoryIds(query.categories)),
      totals.category,
    )
  if (query.brands.length)
    values(FACET.brands, columns.brand.values, columns.brands.mask(names.brandIds(query.brands)), totals.brand)
  if (query.genders.length)
    values(FACET.genders, columns.gender.values, columns.genders.mask(query.genders), totals.gender)
  if (query.sizes.length) lists(FACET.sizes, columns.sizeLists, columns.sizes.mask(query.sizes), totals.size)
  if (query.colours.length)
    lists(FACET.colours, columns.colourLists, columns.colours.mask(query.colours), totals.colour)
  if (query.materials.length)
    lists(FACET.materials, columns.materialLists, columns.materials.mask(query.materials), totals.material)
  for (const [attribute, keys] of cutsByAttribute(query.cuts))
    lists(cutFacet(attribute), columns.cutLists, columns.cuts.mask(keys), totals.cut)
  if (query.priceMin !== null || query.priceMax !== null) {
    const [min, max] = [query.priceMin ?? 0, query.priceMax ?? MAX_PRICE]
    filters.push({
      facet: FACET.price,
      test: (rows, count, passed) => testBetween(rows, count, passed, columns.price.values, min, max),
      share: 0.5,
    })
  }
  if (query.onSale) flag(FACET.onSale, FLAG.onSale, totals.onSale)
  if (query.inStock) flag(FACET.inStock, FLAG.inStock, totals.inStock)
  return filters.sort((a, b) => a.share - b.share)
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
