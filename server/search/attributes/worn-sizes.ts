import { choosingMeasures, edgesOf, placeAmong, rowOfKey, type SizeRow } from '#server/sizing/size-ladder.schema.ts'
import { sizeGroup, sizeKeys } from '#server/sizing/sizes.ts'
import { EQUIVALENCE_TABLES } from './size-equivalents.ts'
import { equivalentsOf, sizeOfKind, type SizeKind } from './size-kinds.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

/** The facts that decide which sizes a product's labels mean. */
export interface SizedProduct {
  /** Slugs of the product's category and its ancestors. */
  categorySlugs: readonly string[]
  gender: string
  /** The currency of the product's prices: a bare '12' is a size in that country's system. */
  currency: string
  /** The rows of the brand's size table; null if it has none. */
  sizeRows: readonly SizeRow[] | null
}

const CLOTHES = new Set(
  EQUIVALENCE_TABLES.flatMap(({ categories }) => [...categories]).filter((slug) => slug !== 'shoes'),
)
const KIDS = new Set(['kids', 'girls', 'boys'])
const OLDEST_CHILD = 16
/** From these numbers on, bare numbers are European sizes, for clothes and for shoes. */
const SMALLEST_EU = { clothes: 30, shoes: 18 }
/** Categories where a bare number in the waist range is a waist size. */
const TROUSERS = new Set(['denim', 'trousers-skirts'])
const SMALLEST_WAIST = 23
const SMALLEST_EU_WOMEN = 34
const SMALLEST_EU_MEN = 44
const SYSTEM_OF = lookup({
  GBP: 'UK',
  AUD: 'UK',
  NZD: 'UK',
  USD: 'US',
  CAD: 'US',
  EUR: 'EU',
  CHF: 'EU',
  SEK: 'EU',
  DKK: 'EU',
  NOK: 'EU',
  PLN: 'EU',
  CZK: 'EU',
  HUF: 'EU',
  RON: 'EU',
  BGN: 'EU',
  TRY: 'EU',
})
const NUMBERS = /^([A-Z]{2}) ([\d.]+)(?:-([\d.]+))?$/

/**
 * Returns every size key that finds a product with these labels in stock.
 * - The labels themselves, and both letters of 'S/M'.
 * - Equivalent sizes of the same kind: 'UK 12 women' for EU 40, for 'UK 10-12', or for an M that the brand's table
 *   makes for that body.
 * - The waist and the leg separately.
 */
export function wornSizes(labels: Iterable<string>, product: SizedProduct): string[] {
  const kinds = kindsOf(product)
  const byTable = product.sizeRows ? keysByTable(product.sizeRows, kinds) : null
  const keys = new Set<string>()
  for (const key of [...labels].flatMap(sizeKeys)) {
    const read = parseAs(key, kinds, product)
    // A ring in 'M' is not a medium.
    if (kinds[0] !== 'rings') keys.add(key)
    for (const each of [read, ...parts(read), ...ofKinds(read, kinds)]) keys.add(each)
    if (byTable && product.sizeRows && !NUMBERS.test(read))
      for (const each of byTable.get(rowOfKey(product.sizeRows, read)?.key ?? '') ?? []) keys.add(each)
  }
  return [...keys].sort()
}

function kindsOf({ categorySlugs, gender }: SizedProduct): SizeKind[] {
  if (categorySlugs.includes('rings')) return ['rings']
  const isShoe = categorySlugs.includes('shoes')
  const isClothes = categorySlugs.some((slug) => !isShoe && CLOTHES.has(slug))
  if (!isShoe && !isClothes && !KIDS.has(gender)) return ['other']
  const audiences: Array<'women' | 'men' | 'kids'> = KIDS.has(gender)
    ? ['kids']
    : gender === 'women' || gender === 'men'
      ? [gender]
      : ['women', 'men']
  return audiences.map((audience) => (isShoe ? (`${audience} shoes` as const) : audience))
}

/** Reads a label without a country, such as a ring in 'L', a dress in '12' or a child's '5'. */
function parseAs(key: string, kinds: readonly SizeKind[], { currency, categorySlugs }: SizedProduct): string {
  const isRing = kinds.includes('rings')
  if (isRing && /^[A-Z]$/.test(key)) return `UK ${key}`
  if (sizeGroup(key) !== 'Number') return key
  const number = Number(key)
  if (isRing) return `${number >= 40 ? 'EU' : 'US'} ${key}`
  if (kinds.includes('kids')) return number <= OLDEST_CHILD ? `Age ${key}` : key
  const system = SYSTEM_OF[currency]
  if (isWaist(number, kinds, categorySlugs)) return `W${key}`
  if (kinds.some((kind) => kind.endsWith('shoes')))
    return `${number >= SMALLEST_EU.shoes ? 'EU' : system === 'US' ? 'US' : 'UK'} ${key}`
  // Men's chest sizes in inches overlap with European sizes.
  if (kinds.includes('men') && !kinds.includes('women')) return `${system ?? 'UK'} ${key}`
  return `${number >= SMALLEST_EU.clothes ? 'EU' : system === 'US' ? 'US' : 'UK'} ${key}`
}

/**
 * Whether a number is a waist size. Trousers in 32 have a waist in inches; women's from 34 and men's from 44 on are
 * European sizes.
 */
const isWaist = (number: number, kinds: readonly SizeKind[], categories: readonly string[]): boolean =>
  Number.isInteger(number) &&
  categories.some((slug) => TROUSERS.has(slug)) &&
  number >= SMALLEST_WAIST &&
  number < (kinds.includes('women') ? SMALLEST_EU_WOMEN : SMALLEST_EU_MEN)

/** Returns the parts of a size that can also be searched alone. */
function parts(key: string): string[] {
  const both = /^(W\d\d) (L\d\d)$/.exec(key)
  if (both) return both.slice(1)
  return sizeGroup(key) === 'Letter' && key.includes('/') ? key.split('/') : []
}

function ofKinds(key: string, kinds: readonly SizeKind[]): string[] {
  const chest = /^(\d\d)[RSL]$/.exec(key)?.[1]
  if (chest !== undefined) return kinds.includes('men') ? [sizeOfKind(`UK ${chest}`, 'men')] : []
  if (/^UK [A-Z]$/.test(key)) return [sizeOfKind(key, 'rings')]
  const [, system, from, to] = NUMBERS.exec(key) ?? []
  if (system === undefined || from === undefined) return []
  const known = kinds.filter((kind) => equivalentsOf(kind)?.rowOf.has(`${system} ${from}`))
  return (known.length ? known : kinds).flatMap((kind) =>
    between(system, Number(from), Number(to ?? from), kind).map((size) => sizeOfKind(size, kind)),
  )
}

/** Returns the sizes of a range: 'UK 8-12' is UK 8, UK 10 and UK 12. */
function between(system: string, from: number, to: number, kind: SizeKind): string[] {
  const inside = [...(equivalentsOf(kind)?.rowOf.keys() ?? [])].filter((size) => {
    const [, of, number] = NUMBERS.exec(size) ?? []
    return of === system && Number(number) > from && Number(number) < to
  })
  return [...new Set([`${system} ${from}`, ...inside, `${system} ${to}`])]
}

/** Maps each row of a brand's table to the standard sizes with body measurements that fit it. */
function keysByTable(rows: readonly SizeRow[], kinds: readonly SizeKind[]): Map<string, string[]> {
  const weights = Object.entries(choosingMeasures(rows)) as Array<['chest' | 'waist' | 'hip' | 'foot' | 'head', number]>
  const found = new Map<string, string[]>()
  for (const kind of kinds) {
    for (const { size, ...body } of equivalentsOf(kind)?.bodies ?? []) {
      const places = weights.map(([measure, weight]) =>
        measure === 'foot' || measure === 'head'
          ? NaN
          : weight * placeAmong(edgesOf(rows, measure), body[measure]).place,
      )
      const place = places.length ? places.reduce((sum, each) => sum + each, 0) : NaN
      const row = Number.isNaN(place) ? undefined : rows[Math.round(place)]
      if (row) found.set(row.key, [...(found.get(row.key) ?? []), sizeOfKind(size, kind)])
    }
  }
  return found
}
