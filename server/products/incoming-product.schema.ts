import { z } from 'zod'

/** Product limits: Shopify's, or more than any store needs. Texts are measured in characters. */
export const MAX_PRODUCT = {
  handle: 255,
  name: 255,
  tags: 250,
  variants: 2_048,
  label: 100,
  sku: 255,
  /** Keeps the sum over a product's variants within its column. */
  stock: 500_000,
  images: 250,
  url: 2_000,
  alt: 512,
} as const

/** An address, or parameters for the product's address. */
export const STORE_LINK = /^(?:https?:\/\/|\?)[^\s#]+/i

const label = z.string().min(1).max(MAX_PRODUCT.label)
const minor = z.number().int().min(0).max(2_000_000_000)

const incomingVariant = z.strictObject({
  /** Our variant's id, if the source knows it, as the dashboard's form does. */
  id: z.uuid().optional(),
  sku: z.string().min(1).max(MAX_PRODUCT.sku).nullable(),
  gtin: z.string().regex(/^\d+$/).nullable(),
  size: label.nullable(),
  colourName: label.nullable(),
  /** '#rrggbb' for the swatch. Undefined keeps the stored value. */
  colourHex: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .nullable()
    .optional(),
  /**
   * Opens the store with this variant selected: an address, or parameters for the product's address ('?variant=41').
   * Undefined keeps the stored value.
   */
  storeLink: z.string().regex(STORE_LINK).max(MAX_PRODUCT.url).nullable().optional(),
  /** Options other than size and colour, by the store's names. */
  options: z.record(label, label),
  /** Minor units of the partner's currency. */
  priceMinor: minor,
  /** Above priceMinor; null for no reduction. */
  originalPriceMinor: minor.nullable(),
  /** Null if the store does not track it. */
  stock: z.number().int().min(0).max(MAX_PRODUCT.stock).nullable(),
})
export type IncomingVariant = z.infer<typeof incomingVariant>

const incomingImage = z.strictObject({
  url: z.url({ protocol: /^https$/ }).max(MAX_PRODUCT.url),
  alt: z.string().max(MAX_PRODUCT.alt),
  /** The colour of the variants that show this picture, if there is exactly one. */
  colourName: label.nullable(),
})
export type IncomingImage = z.infer<typeof incomingImage>

const incomingPicture = z
  .strictObject({
    /** The id of a current or restored picture. */
    id: z.uuid().optional(),
    /** The file that was uploaded for it, or that it had. */
    fileId: z.uuid().optional(),
    /** The store's address of a restored picture. */
    sourceUrl: z.string().optional(),
    alt: z.string().max(MAX_PRODUCT.alt),
    colourName: label.nullable(),
  })
  .refine(
    ({ id, fileId }) => id !== undefined || fileId !== undefined,
    'An image must be an existing one or a new file.',
  )
export type IncomingPicture = z.infer<typeof incomingPicture>

/** A product from any source. Undefined means unknown, so the stored value stays. */
export const incomingProduct = z.strictObject({
  /** The partner's own key: products with the same handle are the same. */
  handle: z.string().min(1).max(MAX_PRODUCT.handle),
  name: z.string().min(1).max(MAX_PRODUCT.name),
  /** Plain text. */
  description: z.string().optional(),
  /** Sanitised; null if the text has no markup. */
  descriptionHtml: z.string().nullable().optional(),
  /** The brand label; '' means the partner itself. */
  brand: z.string().max(MAX_PRODUCT.name).optional(),
  /** The store's text. With the name and the tags it decides the category. */
  type: z.string(),
  productCategory: z.string(),
  /** Our category's id, if a person chose it: it overrides the texts. Null for none. */
  categoryId: z.uuid().nullable().optional(),
  material: z.string().max(MAX_PRODUCT.name).optional(),
  tags: z.array(z.string().min(1).max(MAX_PRODUCT.name)).max(MAX_PRODUCT.tags).optional(),
  status: z.enum(['draft', 'active', 'archived']),
  /** women, men, unisex, girls, boys, kids; '' if unknown. */
  gender: z.string(),
  /** The product's page in the partner's store. */
  productUrl: z.string().optional(),
  variants: z.array(incomingVariant).min(1).max(MAX_PRODUCT.variants),
  /** In the store's order. */
  images: z.array(incomingImage).max(MAX_PRODUCT.images).optional(),
  /** Replaces `images`: all pictures in order, as a person arranged them. */
  pictures: z.array(incomingPicture).max(MAX_PRODUCT.images).optional(),
  /** Whether part of the product was unreadable. Missing variants and pictures may then still exist in the store. */
  isIncomplete: z.boolean(),
})
export type IncomingProduct = z.infer<typeof incomingProduct>
