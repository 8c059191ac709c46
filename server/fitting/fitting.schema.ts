import { z } from 'zod'
import { searchProductsInput } from '#server/search/search.schema.ts'
import { AUDIENCES } from '#server/sizing/measures-values.schema.ts'
import { shopperSizes } from '#server/sizing/person.schema.ts'

const line = (missing: string, most: number) =>
  z
    .string({ error: missing })
    .transform((typed) => typed.replace(/\s+/g, ' ').trim())
    .pipe(
      z
        .string()
        .min(1, { error: missing })
        .max(most, { error: `Please write at most ${most} characters.` }),
    )

const garment = {
  brand: line('Please enter a brand', 100),
  /** A category's slug. */
  category: line('Please choose a category', 100),
  size: line('Please enter a size', 40),
}
/** A person's garment that fits. Its audience comes from the viewed product, or is given. */
export const findGarmentInput = z.union([
  z.object({ ...garment, productId: z.string() }),
  z.object({ ...garment, audience: z.enum(AUDIENCES, { error: 'Please choose who it is made for' }) }),
])
export type FindGarmentInput = z.output<typeof findGarmentInput>

export const keepSizesInput = shopperSizes

/** The product's department and audience apply. */
export const otherBrandsInput = z.object({ productId: z.string(), sizes: shopperSizes })
export type OtherBrandsInput = z.output<typeof otherBrandsInput>

/** A list's search, limited to the person's size. */
export const inMySizeInput = z.object({ sizes: shopperSizes, search: searchProductsInput })
export type InMySizeInput = z.output<typeof inMySizeInput>
