import { compareSizes } from '#server/sizing/sizes.ts'
import type { Count } from './engine.ts'
import type { SizeFacet } from './search.types.ts'
import { kindsOfSize, listedSize, SIZE_LISTS, type SizeSystem } from './attributes/size-kinds.ts'
import type { PriceCurrency } from './search-values.schema.ts'

/** Stores write sizes in many ways, so there may be thousands of labels that are not known sizes. */
const MAX_SIZES = 200

const SYSTEM_OF: Readonly<Record<PriceCurrency, SizeSystem>> = { GBP: 'UK', EUR: 'EU', USD: 'US' }

/** Returns the size system for shoppers with a currency. */
export const sizeSystemOf = (currency: PriceCurrency): SizeSystem => SYSTEM_OF[currency]

const isWaist = (key: string) => /^W\d+$/.test(key)
const isLeg = (key: string) => /^L\d+$/.test(key)

/**
 * Returns the product keys that a size filter matches: 'UK 12' matches UK 12 of any kind, and a waist with a leg
 * matches jeans with both. A product needs one of them in stock.
 */
export function sizesAsked(sizes: readonly string[]): string[] {
  const [waists, legs] = [sizes.filter(isWaist), sizes.filter(isLeg)]
  const isBoth = waists.length > 0 && legs.length > 0
  const alone = isBoth ? sizes.filter((key) => !isWaist(key) && !isLeg(key)) : sizes
  const both = isBoth ? waists.flatMap((waist) => legs.map((leg) => `${waist} ${leg}`)) : []
  return [...new Set([...both, ...alone.flatMap((key) => [key, ...kindsOfSize(key)])])]
}

/**
 * Whether any product has a size that a filter's value requests. Waists and legs requested together are always kept.
 * @param there the keys of products
 */
export function isSizeThere(value: string, sizes: readonly string[], there: ReadonlySet<string>): boolean {
  const isPaired = isWaist(value) ? sizes.some(isLeg) : isLeg(value) && sizes.some(isWaist)
  return isPaired || sizesAsked([value]).some((key) => there.has(key))
}

/** Formats an engine's counts as lists of the size filter, with selected sizes even at zero. */
export function sizeFacets(counts: readonly Count[], selected: readonly string[], system: SizeSystem): SizeFacet[] {
  const countOf = new Map(counts.map(({ value, count }) => [value, count]))
  const parts = new Set(selected.flatMap((key) => [key, ...(/^W\d+ L\d+$/.test(key) ? key.split(' ') : [])]))
  const wanted = new Set([...parts].flatMap((key) => [key, ...kindsOfSize(key)]))
  const shown = counts.flatMap(({ value, count }) => {
    const listed = listedSize(value, system)
    return listed
      ? [{ value, ...listed, count: countBeside(value, count, parts, countOf), isSelected: wanted.has(value) }]
      : []
  })
  const there = new Set(shown.flatMap(({ value, isSelected }) => (isSelected ? value : [])))
  // A selected size without products can still be deselected.
  const missing = [...parts].flatMap((value) => {
    if (there.has(value) || kindsOfSize(value).some((key) => there.has(key)) || /^W\d+ L\d+$/.test(value)) return []
    const { list, heading, label } = listedSize(value, system) ?? {
      list: 'other' as const,
      heading: 'Other sizes',
      label: value,
    }
    return [{ value, list, heading, label, count: 0, isSelected: true }]
  })
  const all = [...mostCommon(shown), ...missing]
  return all
    .sort(
      (a, b) =>
        SIZE_LISTS.indexOf(a.list) - SIZE_LISTS.indexOf(b.list) || compareSizes(sortKey(a.value), sortKey(b.value)),
    )
    .map(({ list: _, ...facet }) => facet)
}

/**
 * For a waist beside a selected leg, returns how many products have both. Beside several legs a product may have more
 * than one of them, so there is no count.
 */
function countBeside(
  value: string,
  count: number,
  selected: ReadonlySet<string>,
  countOf: ReadonlyMap<string, number>,
): number | null {
  if (!isWaist(value) && !isLeg(value)) return count
  const beside = [...selected].filter(isWaist(value) ? isLeg : isWaist)
  if (!beside.length) return count
  const pairs = beside.map((other) => countOf.get(isWaist(value) ? `${value} ${other}` : `${other} ${value}`) ?? 0)
  if (pairs.every((pair) => pair === 0)) return 0
  return pairs.length === 1 ? (pairs[0] ?? 0) : null
}

const sortKey = (value: string) => value.replace(/ (?:women|men|kids|rings|shoes)\b.*$/, '')

function mostCommon<Each extends { count: number | null; isSelected: boolean }>(sizes: Each[]): Each[] {
  if (sizes.length <= MAX_SIZES) return sizes
  return sizes
    .toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0))
    .filter(({ isSelected }, place) => place < MAX_SIZES || isSelected)
}
