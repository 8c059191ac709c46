import { CUT_ATTRIBUTES, cutAttribute } from '../attributes/cuts.ts'
import type { Count, EngineAnswer, EngineQuery } from '../engine.ts'
import type { NameBook } from '../name-book.ts'
import { FLAG, type Columns } from './columns.ts'
import type { Dictionary, GrowingLists, Numbered } from './growing.ts'
import type { Sorted } from './row-sets.ts'

/** The number of each facet. */
export const FACET = {
  categories: 1,
  brands: 2,
  sizes: 3,
  colours: 4,
  materials: 5,
  genders: 6,
  price: 7,
  onSale: 8,
  inStock: 9,
} as const
const FIRST_CUT = Object.keys(FACET).length + 1
const CUT_PLACES = new Map(CUT_ATTRIBUTES.map(({ key }, place) => [key, place]))
/** Returns the number of a cut attribute's facet. Each is a separate facet; unknown ones share the last number. */
export const cutFacet = (attribute: string): number => FIRST_CUT + (CUT_PLACES.get(attribute) ?? CUT_ATTRIBUTES.length)
const NO_ROWS = new Uint32Array(0)
const MAX_PRICE = 2_147_483_647

/** Counts every facet over the rows that pass all other filters. If most of the catalogue passes, it subtracts the rest from the totals. */
export function countFacets(
  columns: Columns,
  names: NameBook,
  { found, onlyFailing }: Sorted,
  query: Pick<EngineQuery, 'categories' | 'priceRanges'>,
): EngineAnswer['facets'] {
  const missing = found.length * 2 > columns.live ? rowsMissing(columns, found) : null
  const count = (
    facet: number,
    dictionary: Dictionary,
    totals: readonly number[],
    add: (rows: Uint32Array, counts: Int32Array) => void,
  ): Count[] => {
    const counts = new Int32Array(dictionary.values.length)
    if (missing) {
      add(missing, counts)
      for (let number = 0; number < counts.length; number++)
        counts[number] = (totals[number] ?? 0) - (counts[number] as number)
    } else add(found, counts)
    add(onlyFailing[facet] ?? NO_ROWS, counts)
    return named(counts, dictionary)
  }
  const values = (facet: number, column: Numbered, dictionary: Dictionary, totals: readonly number[]) =>
    count(facet, dictionary, totals, (rows, counts) => addValues(rows, column, counts))
  const lists = (facet: number, list: GrowingLists, dictionary: Dictionary, totals: readonly number[]) =>
    count(facet, dictionary, totals, (rows, counts) => addLists(rows, list.starts.values, list.items.values, counts))
  const { totals } = columns
  const flags = columns.flags.values
  const flagged = (facet: number, flag: number, total: number) =>
    (missing ? total - countFlag(missing, flags, flag) : countFlag(found, flags, flag)) +
    countFlag(onlyFailing[facet] ?? NO_ROWS, flags, flag)
  return {
    categories: names.categoryFacet(
      values(FACET.categories, columns.category.values, columns.categories, totals.category),
      query.categories,
    ),
    brands: names.brandFacet(values(FACET.brands, columns.brand.values, columns.brands, totals.brand)),
    sizes: lists(FACET.sizes, columns.sizeLists, columns.sizes, totals.size),
    colours: lists(FACET.colours, columns.colourLists, columns.colours, totals.colour),
    materials: lists(FACET.materials, columns.materialLists, columns.materials, totals.material),
    cuts: countCuts(columns, found, missing, onlyFailing),
    genders: values(FACET.genders, columns.gender.values, columns.genders, totals.gender).filter(
      ({ value }) => value !== '',
    ),
    onSale: flagged(FACET.onSale, FLAG.onSale, totals.onSale),
    inStock: flagged(FACET.inStock, FLAG.inStock, totals.inStock),
    ...countPrices([found, onlyFailing[FACET.price] ?? NO_ROWS], columns.price.values, query.priceRanges),
  }
}

/** Counts every cut attribute over the found rows. A selected attribute also counts the rows that fail only it. */
function countCuts(
  { cuts, cutLists, totals }: Columns,
  found: Uint32Array,
  missing: Uint32Array | null,
  onlyFailing: Uint32Array[],
): Count[] {
  const { starts, items } = cutLists
  const counts = new Int32Array(cuts.values.length)
  addLists(missing ?? found, starts.values, items.values, counts)
  if (missing)
    for (let number = 0; number < counts.length; number++)
      counts[number] = (totals.cut[number] ?? 0) - (counts[number] as number)
  for (const { key } of CUT_ATTRIBUTES) {
    const rows = onlyFailing[cutFacet(key)] ?? NO_ROWS
    if (!rows.length) continue
    const more = new Int32Array(cuts.values.length)
    addLists(rows, starts.values, items.values, more)
    for (let number = 0; number < more.length; number++)
      if (cutAttribute(cuts.values[number] as string) === key) (counts[number] as number) += more[number] as number
  }
  return named(counts, cuts)
}

function rowsMissing({ isLive, live, rows }: Columns, found: Uint32Array): Uint32Array {
  const missing = new Uint32Array(live - found.length)
  const alive = isLive.values
  let next = 0
  let count = 0
  for (let row = 0; row < rows; row++) {
    if (row === found[next]) next++
    else if (alive[row]) missing[count++] = row
  }
  return missing
}

function addValues(rows: Uint32Array, column: Numbered, counts: Int32Array): void {
  for (let at = 0; at < rows.length; at++) (counts[column[rows[at] as number] as number] as number)++
}

function addLists(rows: Uint32Array, starts: Uint32Array, items: Numbered, counts: Int32Array): void {
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number
    const end = starts[row + 1] as number
    for (let item = starts[row] as number; item < end; item++) (counts[items[item] as number] as number)++
  }
}

function countFlag(rows: Uint32Array, flags: Uint8Array, flag: number): number {
  let found = 0
  for (let at = 0; at < rows.length; at++) if (((flags[rows[at] as number] as number) & flag) !== 0) found++
  return found
}

function named(counts: Int32Array, dictionary: Dictionary): Count[] {
  const found: Count[] = []
  for (let number = 0; number < counts.length; number++) {
    const count = counts[number] as number
    if (count) found.push({ value: dictionary.values[number] as string, count })
  }
  return found
}

function countPrices(
  lists: Uint32Array[],
  prices: Int32Array,
  ranges: EngineQuery['priceRanges'],
): Pick<EngineAnswer['facets'], 'priceMin' | 'priceMax' | 'priceRanges'> {
  let [min, max] = [MAX_PRICE, -1]
  // Makes one pass for all ranges: the price's position among the sorted bounds gives the ranges that contain it.
  const bounds = Int32Array.from(new Set(ranges.flatMap(({ from, to }) => [from, (to ?? MAX_PRICE - 1) + 1]))).sort()
  const between = new Uint32Array(bounds.length + 1)
  for (const rows of lists) {
    for (let at = 0; at < rows.length; at++) {
      const price = prices[rows[at] as number] as number
      if (price < min) min = price
      if (price > max) max = price
      let place = 0
      while (place < bounds.length && price >= (bounds[place] as number)) place++
      ;(between[place] as number)++
    }
  }
  const countOf = ({ from, to }: EngineQuery['priceRanges'][number]) => {
    const [first, last] = [bounds.indexOf(from), bounds.indexOf((to ?? MAX_PRICE - 1) + 1)]
    return between.subarray(first + 1, last + 1).reduce((sum, count) => sum + count, 0)
  }
  return { priceMin: max < min ? null : min, priceMax: max < min ? null : max, priceRanges: ranges.map(countOf) }
}
