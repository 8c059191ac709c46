import { z } from 'zod'
import { names, readList } from '../attributes/read-list.ts'

/** The lists of other-brands.yaml, which explains each of them. */
export const OTHER_BRANDS = readList(
  '../lexicon/other-brands.yaml',
  z.strictObject({
    comparisons: names,
    brands: z.array(z.strictObject({ say: names, near: names })),
  }),
)
