import { z } from 'zod'

/** Brands on a page of the list from A to Z. */
export const BRANDS_PAGE_SIZE = 200
/** The heading of brands whose name begins with no letter from A to Z. */
export const OTHER_LETTER = '#'

const letter = z.union([z.literal(OTHER_LETTER), z.string().regex(/^[A-Z]$/)])

/** The query string of the brands' page. Bad values fall back. `letter` is in lower case there, and 'other' for all signs. */
export const brandsParams = z.object({
  letter: z
    .string()
    .transform((value) => (value === 'other' ? OTHER_LETTER : value.toUpperCase()))
    .pipe(letter)
    .optional()
    .catch(undefined),
  page: z
    .string()
    .regex(/^\d{1,6}$/)
    .transform((value) => Math.max(1, Number(value)))
    .catch(1),
})

export const listBrandsInput = z.object({
  /** Only brands below this letter; all by default. */
  letter: letter.optional(),
  page: z.number().int().min(1).max(1_000_000).default(1),
})
export type ListBrandsInput = z.infer<typeof listBrandsInput>
