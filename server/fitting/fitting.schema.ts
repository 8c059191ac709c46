import { z } from 'zod'
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

/** A garment that somebody owns and that fits, for the product that they look at: whom it is for follows from that. */
export const findGarmentInput = z.object({
  productId: z.string(),
  brand: line('Whose is it?', 100),
  /** A category's slug. */
  category: line('What is it?', 100),
  size: line('Which size is it?', 40),
})
export type FindGarmentInput = z.output<typeof findGarmentInput>

export const keepSizesInput = shopperSizes

/** For the department and audience of a product. */
export const otherBrandsInput = z.object({ productId: z.string(), sizes: shopperSizes })
export type OtherBrandsInput = z.output<typeof otherBrandsInput>
