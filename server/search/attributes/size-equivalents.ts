import { z } from 'zod'
import { names, readList } from './read-list.ts'
import { readSize } from '#server/sizing/sizes.ts'

const row = z
  .string()
  .transform((text) => text.split('=').map((size) => size.trim()))
  .refine(
    (sizes) => sizes.length > 1 && sizes.every((size) => /^[A-Z]{2} \d/.test(size) && readSize(size) === size),
    "A row is like 'UK 5 = EU 38 = US 7'.",
  )
const list = readList(
  'size-equivalents.yaml',
  z.strictObject({
    tables: z.array(
      z
        .strictObject({ for: z.enum(['women', 'men']), categories: names, rows: z.array(row) })
        .refine(({ rows }) => new Set(rows.flat()).size === rows.flat().length, 'A size stands there twice.'),
    ),
  }),
)

const TABLES = list.tables.map(({ for: audience, categories, rows }) => ({
  audience,
  categories: new Set(categories),
  rowOf: new Map(rows.flatMap((sizes) => sizes.map((size) => [size, sizes]))),
}))

/** What a size is worn with: `categories` are slugs with those above them; no `genders` means anybody's. */
export interface Wearing {
  categories: readonly string[]
  genders: readonly string[]
}

/** The same size in other systems, by the tables that fit; without the size itself, and none for letters, waists and the like. */
export function equivalentSizes(key: string, { categories, genders }: Wearing): string[] {
  const isForAll = genders.every((gender) => gender === 'unisex')
  const fitting = TABLES.filter(
    (table) => (isForAll || genders.includes(table.audience)) && categories.some((slug) => table.categories.has(slug)),
  )
  return [...new Set(fitting.flatMap(({ rowOf }) => rowOf.get(key) ?? []))].filter((size) => size !== key)
}
