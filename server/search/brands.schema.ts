import { z } from 'zod'

/** Brands per page of the A-Z list. */
export const BRANDS_PAGE_SIZE = 200
/** The heading for brands with names that do not start with a letter from A to Z. */
export const OTHER_LETTER = '#'

const letter = z.union([z.literal(OTHER_LETTER), z.string().regex(/^[A-Z]$/)])

/**
 * The query string of the brands page. Invalid values fall back to defaults. `letter` is lower case, or 'other' for all
 * non-letters.
 */
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
  /** Only brands under this letter; all by default. */
  letter: letter.optional(),
  page: z.number().int().min(1).max(1_000_000).default(1),
})
export type ListBrandsInput = z.infer<typeof listBrandsInput>
