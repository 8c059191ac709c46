import { z } from 'zod'
import { names, readList } from '../attributes/read-list.ts'

/** other-brands.yaml, where every part is explained. */
export const OTHER_BRANDS = readList(
  '../lexicon/other-brands.yaml',
  z.strictObject({
    comparisons: names,
    brands: z.array(z.strictObject({ say: names, near: names })),
  }),
)
