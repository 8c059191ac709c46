import { z } from 'zod'
import { MAX_PRODUCT } from './incoming-product.schema.ts'

/** Maximum variants per call. */
export const MAX_CHANGED_VARIANTS = 500

const minor = z.int().min(0).max(2_000_000_000)

/** The new stock or price of a variant. Missing fields stay unchanged. */
export const variantChange = z
  .strictObject({
    variantId: z.uuid().optional(),
    sku: z
      .string()
      .min(1)
      .max(MAX_PRODUCT.sku)
      .optional()
      .describe('Instead of variantId, if only one variant has it.'),
    stock: z.int().min(0).max(MAX_PRODUCT.stock).nullable().optional().describe('Null if you do not report it.'),
    priceMinor: minor.optional(),
    originalPriceMinor: minor
      .nullable()
      .optional()
      .describe('The price before a reduction. Must be higher than priceMinor. Null if there is none.'),
    currency: z.string().length(3).optional().describe('The currency of the product. Required with a price.'),
  })
  .refine(({ variantId, sku }) => (variantId === undefined) !== (sku === undefined), 'Send either variantId or sku.')
  .refine(
    ({ stock, priceMinor, originalPriceMinor }) =>
      stock !== undefined || priceMinor !== undefined || originalPriceMinor !== undefined,
    'Send stock, priceMinor or originalPriceMinor.',
  )
  .refine(
    ({ priceMinor, originalPriceMinor, currency }) =>
      currency !== undefined || (priceMinor === undefined && (originalPriceMinor ?? null) === null),
    { path: ['currency'], message: 'Send the currency of the price.' },
  )
export type VariantChange = z.output<typeof variantChange>
