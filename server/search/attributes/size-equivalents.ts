import { z } from 'zod'
import { names, loadWordList } from './load-word-list.ts'
import { parseSize } from '#server/sizing/sizes.ts'

const SIZE = /^[A-Z]{2} \d/
const row = z
  .string()
  .transform((text) => text.split('=').map((size) => size.trim()))
  .refine(
    (sizes) => sizes.length > 1 && sizes.every((size) => SIZE.test(size) && parseSize(size) === size),
    "Write a row like 'UK 5 = EU 38 = US 7'.",
  )
const list = loadWordList(
  'size-equivalents.yaml',
  z.strictObject({
    tables: z.array(
      z
        .strictObject({
          for: z.enum(['women', 'men']),
          categories: names,
          rows: z.array(row),
          bodies: z.record(z.string().regex(SIZE), z.tuple([z.int(), z.int(), z.int()])).default({}),
        })
        .refine(({ rows }) => new Set(rows.flat()).size === rows.flat().length, 'A size is listed twice.')
        .refine(
          ({ rows, bodies }) => Object.keys(bodies).every((size) => rows.some(([first]) => first === size)),
          'A body must name the first size of a row.',
        ),
    ),
  }),
)

/** Sizes that are equivalent in several countries. */
export interface EquivalenceTable {
  audience: 'women' | 'men'
  /** Category slugs. */
  categories: ReadonlySet<string>
  /** The row of each size. A row is named after its first size. */
  rowOf: ReadonlyMap<string, readonly string[]>
  /** The body measurements that rows are usually made for, in millimetres. */
  bodies: ReadonlyArray<{ size: string; chest: number; waist: number; hip: number }>
}

/**
 * Adds European sizes in thirds to the nearest row: 'EU 38.67' to the row of EU 38.5. Only shoes have halves and
 * thirds.
 */
function withThirds(rowOf: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, readonly string[]> {
  if (![...rowOf.keys()].some((size) => size.endsWith('.5'))) return rowOf
  const numbers = [...rowOf.keys()].flatMap((size) => (size.startsWith('EU ') ? Math.floor(Number(size.slice(3))) : []))
  const thirds = [...new Set(numbers)].flatMap((number) => {
    const half = rowOf.get(`EU ${number}.5`)
    const [low, high] = [half ?? rowOf.get(`EU ${number}`), half ?? rowOf.get(`EU ${number + 1}`)]
    return [...(low ? [[`EU ${number}.33`, low] as const] : []), ...(high ? [[`EU ${number}.67`, high] as const] : [])]
  })
  return new Map([...rowOf, ...thirds])
}

export const EQUIVALENCE_TABLES: readonly EquivalenceTable[] = list.tables.map(
  ({ for: audience, categories, rows, bodies }) => ({
    audience,
    categories: new Set(categories),
    rowOf: withThirds(new Map(rows.flatMap((sizes) => sizes.map((size) => [size, sizes])))),
    bodies: Object.entries(bodies).map(([size, [chest, waist, hip]]) => ({ size, chest, waist, hip })),
  }),
)

/** The context of a size: `categories` are slugs including ancestors; no `genders` means anyone. */
export interface Wearing {
  categories: readonly string[]
  genders: readonly string[]
}

/**
 * Returns equivalent sizes in other systems, from the tables that apply, without the size itself. Empty for letters,
 * waists and similar sizes.
 */
export function equivalentSizes(key: string, { categories, genders }: Wearing): string[] {
  const isForAll = genders.every((gender) => gender === 'unisex')
  const fitting = EQUIVALENCE_TABLES.filter(
    (table) => (isForAll || genders.includes(table.audience)) && categories.some((slug) => table.categories.has(slug)),
  )
  return [...new Set(fitting.flatMap(({ rowOf }) => rowOf.get(key) ?? []))].filter((size) => size !== key)
}
