import { z } from 'zod'

// https://developers.openai.com/commerce/specs/file-upload/products (field names and lengths), looked up 28 November 2026.

/** Maximum characters of each field. */
export const MAX_LENGTHS = {
  title: 150,
  description: 5_000,
  brand: 70,
  seller: 70,
  mpn: 70,
  material: 100,
  colour: 40,
  size: 20,
} as const
export const MAX_MORE_PICTURES = 10

const text = (most: number) => z.string().trim().min(1).max(most)
const price = z.string().regex(/^\d+(\.\d{1,3})? [A-Z]{3}$/)
const country = z.string().regex(/^[A-Z]{2}$/)

/** One line of OpenAI's product feed: an item that can be bought. */
export const openAiProduct = z
  .strictObject({
    is_eligible_search: z.literal(true),
    is_eligible_checkout: z.literal(false).describe('People buy in the store.'),
    item_id: text(100),
    title: text(MAX_LENGTHS.title),
    description: text(MAX_LENGTHS.description),
    url: z.url(),
    brand: text(MAX_LENGTHS.brand),
    image_url: z.url(),
    additional_image_urls: z.array(z.url()).max(MAX_MORE_PICTURES).optional(),
    price,
    sale_price: price.optional(),
    availability: z.enum(['in_stock', 'out_of_stock', 'unknown']),
    condition: z.literal('new'),
    group_id: text(100).optional(),
    listing_has_variations: z.boolean(),
    variant_dict: z.record(z.string(), z.string().min(1)).optional(),
    gtin: z
      .string()
      .regex(/^(\d{8}|\d{12,14})$/)
      .optional(),
    mpn: text(MAX_LENGTHS.mpn).optional(),
    product_category: z.string().min(1).optional(),
    material: text(MAX_LENGTHS.material).optional(),
    color: text(MAX_LENGTHS.colour).optional(),
    size: text(MAX_LENGTHS.size).optional(),
    gender: z.enum(['male', 'female', 'unisex']).optional(),
    age_group: z.enum(['adult', 'kids']).optional(),
    seller_name: text(MAX_LENGTHS.seller),
    seller_url: z.url(),
    accepts_returns: z.literal(true).optional(),
    return_deadline_in_days: z.int().positive().optional(),
    target_countries: z.array(country).min(1),
    store_country: country,
  })
  .refine(
    ({ listing_has_variations: isVariant, group_id, variant_dict }) =>
      isVariant === (group_id !== undefined) && isVariant === (variant_dict !== undefined),
    { path: ['group_id'], error: 'variants must have group_id and variant_dict, and other items must not' },
  )
  .refine(({ group_id, item_id }) => group_id !== item_id, {
    path: ['group_id'],
    error: 'group_id must differ from item_id',
  })
  .refine(
    ({ price: full, sale_price: sale }) => sale === undefined || Number.parseFloat(sale) < Number.parseFloat(full),
    {
      path: ['sale_price'],
      error: 'sale_price must be below price',
    },
  )
export type OpenAiProduct = z.input<typeof openAiProduct>
