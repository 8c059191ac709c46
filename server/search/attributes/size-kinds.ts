import { sizeGroup } from '#server/sizing/sizes.ts'
import { EQUIVALENCE_TABLES, type EquivalenceTable } from './size-equivalents.ts'

/**
 * Kinds of numbered sizes. The same number means a different size in each: UK 8 for dresses is not UK 8 for shoes. A
 * size of a kind is written 'UK 8 women' or 'UK 8 women shoes', always with the first size of its row of equivalents.
 */
export const SIZE_KINDS = ['women', 'men', 'kids', 'women shoes', 'men shoes', 'kids shoes', 'rings', 'other'] as const
export type SizeKind = (typeof SIZE_KINDS)[number]

const NUMBERED = String.raw`(?:UK|EU|US|IT|FR|DE|AU|JP) (?:[\d.]+|[A-Z])`
const OF_KIND = new RegExp(`^(${NUMBERED}) (${SIZE_KINDS.toSorted((a, b) => b.length - a.length).join('|')})$`)
const PLAIN = new RegExp(`^${NUMBERED}$`)

const TABLE_OF: Readonly<Partial<Record<SizeKind, EquivalenceTable>>> = Object.fromEntries(
  EQUIVALENCE_TABLES.map((table) => [`${table.audience}${table.categories.has('shoes') ? ' shoes' : ''}`, table]),
)

export const equivalentsOf = (kind: SizeKind): EquivalenceTable | undefined => TABLE_OF[kind]

/** Returns 'UK 12 women' for 'EU 40' of women's clothes. A size without equivalents is not converted: 'EU 33 women'. */
export const sizeOfKind = (size: string, kind: SizeKind): string =>
  `${TABLE_OF[kind]?.rowOf.get(size)?.[0] ?? size} ${kind}`

/** Parses the output of `sizeOfKind`; null for all other keys. */
export function parseSizeOfKind(key: string): { size: string; kind: SizeKind } | null {
  const [, size, kind] = OF_KIND.exec(key) ?? []
  return size === undefined || kind === undefined ? null : { size, kind: kind as SizeKind }
}

/** Whether a size key is a number, with or without a country, and therefore depends on the kind. */
const isNumbered = (key: string): boolean => PLAIN.test(key) || sizeGroup(key) === 'Number'

/** Returns every size of a kind that a label such as 'UK 12' may mean. */
export const kindsOfSize = (key: string): string[] =>
  PLAIN.test(key) ? SIZE_KINDS.map((kind) => sizeOfKind(key, kind)) : []

/** The lists of the size filter with their headings, in display order. */
const LISTS = {
  letters: 'Letter sizes',
  women: 'Women’s clothes',
  men: 'Men’s clothes',
  chest: 'Jackets (chest and length)',
  waist: 'Waist',
  leg: 'Leg length',
  'women shoes': 'Women’s shoes',
  'men shoes': 'Men’s shoes',
  kids: 'Kids’ clothes',
  age: 'Kids’ ages',
  'kids shoes': 'Kids’ shoes',
  bra: 'Bras',
  rings: 'Ring sizes',
  length: 'Length',
  other: 'Other sizes',
  one: 'One size',
} as const satisfies Record<SizeKind | string, string>
export type SizeList = keyof typeof LISTS
export const SIZE_LISTS = Object.keys(LISTS) as SizeList[]

/** The size systems that we can display. */
export type SizeSystem = 'UK' | 'EU' | 'US'

/**
 * Returns a key as shown in the size filter, or null if another entry represents it. 'EU 40' has an entry of its kind,
 * and 'W32 L34' is a waist and a leg.
 */
export function listedSize(key: string, system: SizeSystem): { list: SizeList; heading: string; label: string } | null {
  const ofKind = parseSizeOfKind(key)
  if (ofKind) {
    const name = withFraction(sizeIn(ofKind.size, ofKind.kind, system))
    const heading = TABLE_OF[ofKind.kind] ? `${LISTS[ofKind.kind]} (${system})` : LISTS[ofKind.kind]
    const label = name.startsWith(`${system} `) || ofKind.kind === 'rings' ? name.replace(/^[A-Z]{2} /, '') : name
    return { list: ofKind.kind, heading, label }
  }
  const list = listOf(key)
  return list && { list, heading: LISTS[list], label: key }
}

/** Returns a key as shown in a sentence or on a chip, in the reader's system: 'UK 12 women' becomes 'Women’s UK 12'. */
export function sizeName(key: string, system: SizeSystem): string {
  const ofKind = parseSizeOfKind(key)
  if (!ofKind) return withFraction(key)
  const { size, kind } = ofKind
  if (kind === 'other') return size
  const [audience, thing] = kind === 'rings' ? ['', 'Ring'] : kind.split(' ')
  const owner = { women: 'Women’s', men: 'Men’s', kids: 'Kids’' }[audience ?? '']
  return [owner, thing, withFraction(sizeIn(size, kind, system))].filter(Boolean).join(' ')
}

/** Writes 'EU 38.67' as on shoe boxes: 'EU 38 2/3'. */
const withFraction = (size: string): string => size.replace(/\.33$/, ' 1/3').replace(/\.67$/, ' 2/3')

/** Returns a row's size in another system. */
const sizeIn = (size: string, kind: SizeKind, system: SizeSystem): string =>
  TABLE_OF[kind]?.rowOf.get(size)?.find((other) => other.startsWith(`${system} `)) ?? size

function listOf(key: string): SizeList | null {
  if (isNumbered(key)) return null
  if (/^W\d+$/.test(key)) return 'waist'
  if (/^L\d+$/.test(key)) return 'leg'
  switch (sizeGroup(key)) {
    case 'Letter':
      return key.includes('/') ? null : 'letters'
    case 'Waist':
      return null
    case 'Chest':
      return 'chest'
    case 'Bra':
      return 'bra'
    case 'Length':
      return 'length'
    case 'Age':
      return 'age'
    case 'One size':
      return 'one'
    default:
      // A range such as 'UK 12-14' is shown as its two sizes.
      return /^[A-Z]{2} [\d.]+-[\d.]+$/.test(key) ? null : 'other'
  }
}
