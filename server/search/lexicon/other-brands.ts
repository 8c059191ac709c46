import { z } from 'zod'
import { names, loadWordList } from '../attributes/load-word-list.ts'

/** The lists of other-brands.yaml, which explains each of them. */
export const OTHER_BRANDS = loadWordList(
  '../lexicon/other-brands.yaml',
  z.strictObject({
    comparisons: names,
    brands: z.array(z.strictObject({ say: names, near: names })),
  }),
)
