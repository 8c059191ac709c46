import { z } from 'zod'
import { MAX_CHANGED_VARIANTS, variantChange } from '#server/products/change-variants.schema.ts'
import { MAX_PRODUCT } from '#server/products/incoming-product.schema.ts'
import { GENDERS, MAX_DESCRIPTION, STATUSES } from '#server/products/product-form.schema.ts'
import { currency, minor, pageOf, pageQuery, time } from './fields.schema.ts'

const label = z.string().max(MAX_PRODUCT.label)
const price = minor.min(0).max(2_000_000_000)

const variant = z.strictObject({
  id: z.uuid(),
  sku: z.string().nullable(),
  gtin: z.string().nullable(),
  size: z.string().nullable(),
  colourName: z.string().nullable(),
  colourHex: z.string().nullable(),
  options: z.record(z.string(), z.string()).describe('Options other than size and colour.'),
  priceMinor: minor,
  originalPriceMinor: minor.nullable(),
  stock: z.int().nullable().describe('Null if you do not report it.'),
})

export const product = z.strictObject({
  id: z.uuid(),
  handle: z.string(),
  name: z.string(),
  description: z.string(),
  brand: z.string(),
  categoryId: z.uuid().nullable(),
  material: z.string(),
  tags: z.array(z.string()),
  gender: z.enum(GENDERS),
  status: z.enum(STATUSES),
  productUrl: z.string().nullable(),
  currency: currency.describe('The currency of all its prices.'),
  isManaged: z.boolean().describe('A connected store manages the product: most fields can only be changed there.'),
  variants: z.array(variant),
  images: z.array(
    z.strictObject({
      id: z.uuid(),
      url: z.string().nullable().describe('The URL we downloaded it from. Null if it was uploaded.'),
      alt: z.string(),
      colourName: z.string().nullable(),
    }),
  ),
  createdAt: time,
  updatedAt: time,
})

export const productPage = pageOf(product)

export const productsQuery = pageQuery.extend({
  status: z.enum(STATUSES).optional(),
  handle: z.string().max(MAX_PRODUCT.handle).optional().describe('Only the product with this handle.'),
  sku: z.string().max(MAX_PRODUCT.sku).optional().describe('Only products with a variant that has this SKU.'),
})

const writtenVariant = z.strictObject({
  id: z
    .uuid()
    .optional()
    .describe('The ID of an existing variant. Without it, the SKU or the options identify the variant.'),
  sku: z.string().max(MAX_PRODUCT.sku).nullable().optional(),
  gtin: z.string().max(40).nullable().optional(),
  size: label.nullable().optional(),
  colourName: label.nullable().optional(),
  colourHex: z.string().max(20).nullable().optional().describe('The colour of the swatch, such as #7d8f69.'),
  options: z
    .record(label.min(1), label)
    .optional()
    .describe('Up to 10 options other than size and colour, such as {"Length": "Petite"}.'),
  priceMinor: price,
  originalPriceMinor: price
    .nullable()
    .optional()
    .describe('The price before a reduction. Must be higher than priceMinor.'),
  stock: z.int().min(0).max(MAX_PRODUCT.stock).nullable().optional().describe('Null if you do not report it.'),
})

const fields = {
  description: z.string().max(MAX_DESCRIPTION).describe('Plain text or simple HTML.'),
  brand: z.string().max(MAX_PRODUCT.name).describe('Empty for your store’s own brand.'),
  categoryId: z.uuid().nullable(),
  material: z.string().max(MAX_PRODUCT.name),
  tags: z.array(z.string().max(MAX_PRODUCT.name)).max(MAX_PRODUCT.tags),
  gender: z.enum(GENDERS),
  status: z.enum(STATUSES),
  productUrl: z.string().max(MAX_PRODUCT.url).describe('The product’s page on your website.'),
  images: z
    .array(
      z.strictObject({
        url: z.url({ protocol: /^https$/ }).max(MAX_PRODUCT.url),
        alt: z.string().max(MAX_PRODUCT.alt).optional(),
        colourName: label.min(1).nullable().optional().describe('The colour of the variants that it shows.'),
      }),
    )
    .max(MAX_PRODUCT.images)
    .describe('We download them. They replace earlier images, except those that were uploaded in the dashboard.'),
}

export const newProduct = z.strictObject({
  handle: z
    .string()
    .min(1)
    .max(MAX_PRODUCT.handle)
    .describe('A unique identifier that you choose for the product: lowercase letters, digits and hyphens.'),
  name: z.string().min(1).max(MAX_PRODUCT.name),
  currency: currency.describe('The currency of the prices. It must be your store’s currency.'),
  variants: z.array(writtenVariant).min(1).max(MAX_PRODUCT.variants),
  ...z.strictObject(fields).partial().shape,
})
export type NewProduct = z.output<typeof newProduct>

export const productChanges = z
  .strictObject({
    ...fields,
    name: z.string().min(1).max(MAX_PRODUCT.name),
    handle: z.string().min(1).max(MAX_PRODUCT.handle),
    currency: currency.describe('The currency of the prices in variants. Required with prices.'),
    variants: z
      .array(writtenVariant)
      .min(1)
      .max(MAX_PRODUCT.variants)
      .describe('All variants: those that you leave out are deleted.'),
  })
  .partial()
  .refine(({ variants, currency: given }) => variants === undefined || given !== undefined, {
    path: ['currency'],
    message: 'Send the currency of the prices.',
  })
export type ProductChanges = z.output<typeof productChanges>
export type WrittenVariant = z.output<typeof writtenVariant>

export const savedProduct = z.strictObject({
  id: z.uuid(),
  handle: z.string(),
  isChanged: z.boolean().describe('False if nothing had to be changed.'),
})

export const variantChanges = z.strictObject({
  variants: z.array(variantChange).min(1).max(MAX_CHANGED_VARIANTS),
})

export const changedVariants = z.strictObject({
  changed: z.int(),
  unchanged: z.int(),
  refused: z
    .array(z.strictObject({ index: z.int().describe('The index in variants, starting at 0.'), reason: z.string() }))
    .describe('Changes that were not made. All others were made.'),
})
