import { z } from 'zod'

/** Limits of a product: Shopify's own, or more than any store needs. Characters for texts, otherwise numbers. */
export const MOST = {
  handle: 255,
  name: 255,
  tags: 250,
  variants: 2_048,
  label: 100,
  sku: 255,
  /** So that the sum over a product's variants fits its column. */
  stock: 500_000,
  images: 250,
  url: 2_000,
  alt: 512,
} as const

/** An address, or parameters for the product's address. */
export const STORE_LINK = /^(?:https?:\/\/|\?)[^\s#]+/i

const label = z.string().min(1).max(MOST.label)
const minor = z.number().int().min(0).max(2_000_000_000)

const incomingVariant = z.strictObject({
  /** Of our variant, where the source knows it: the dashboard's form does. */
  id: z.uuid().optional(),
  sku: z.string().min(1).max(MOST.sku).nullable(),
  gtin: z.string().regex(/^\d+$/).nullable(),
  size: label.nullable(),
  colourName: label.nullable(),
  /** '#rrggbb' for the swatch; what is stored stays if it is not given. */
  colourHex: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .nullable()
    .optional(),
  /** Opens the store with this variant chosen: an address, or parameters for the product's ('?variant=41'). What is stored stays if it is not given. */
  storeLink: z.string().regex(STORE_LINK).max(MOST.url).nullable().optional(),
  /** Options beyond size and colour, by the store's names. */
  options: z.record(label, label),
  /** Minor units of the partner's currency. */
  priceMinor: minor,
  /** Above priceMinor, else null. */
  originalPriceMinor: minor.nullable(),
  /** Null if the store does not track it. */
  stock: z.number().int().min(0).max(MOST.stock).nullable(),
})
export type IncomingVariant = z.infer<typeof incomingVariant>

const incomingImage = z.strictObject({
  url: z.url({ protocol: /^https$/ }).max(MOST.url),
  alt: z.string().max(MOST.alt),
  /** The colour whose variants show this picture, if it is a single one. */
  colourName: label.nullable(),
})
export type IncomingImage = z.infer<typeof incomingImage>

const incomingPicture = z
  .strictObject({
    /** Of a picture that the product has, or had and gets back. */
    id: z.uuid().optional(),
    /** Of a file that was uploaded for it, or that it had. */
    fileId: z.uuid().optional(),
    /** Where its store keeps the one that comes back. */
    sourceUrl: z.string().optional(),
    alt: z.string().max(MOST.alt),
    colourName: label.nullable(),
  })
  .refine(({ id, fileId }) => id !== undefined || fileId !== undefined, 'A picture is an old one or a new file.')
export type IncomingPicture = z.infer<typeof incomingPicture>

/** A product from any source. Undefined means unknown: the stored value stays. */
export const incomingProduct = z.strictObject({
  /** The partner's own key: products with the same handle are the same. */
  handle: z.string().min(1).max(MOST.handle),
  name: z.string().min(1).max(MOST.name),
  /** Plain text. */
  description: z.string().optional(),
  /** Sanitised; null if the text has no markup. */
  descriptionHtml: z.string().nullable().optional(),
  /** The brand label; '' means the partner itself. */
  brand: z.string().max(MOST.name).optional(),
  /** The store's own words. With the name and the tags they decide the category. */
  type: z.string(),
  productCategory: z.string(),
  /** Of our category, where a person chose it: it goes before the words. Null: of none. */
  categoryId: z.uuid().nullable().optional(),
  material: z.string().max(MOST.name).optional(),
  tags: z.array(z.string().min(1).max(MOST.name)).max(MOST.tags).optional(),
  status: z.enum(['draft', 'active', 'archived']),
  /** women, men, unisex, girls, boys, kids; '' if unknown. */
  gender: z.string(),
  /** Its page in the partner's store. */
  productUrl: z.string().optional(),
  variants: z.array(incomingVariant).min(1).max(MOST.variants),
  /** In the store's order. */
  images: z.array(incomingImage).max(MOST.images).optional(),
  /** Instead of `images`: all pictures in their order, as a person left them. */
  pictures: z.array(incomingPicture).max(MOST.images).optional(),
  /** Some of it was unreadable, so what is missing here may still be sold. */
  isIncomplete: z.boolean(),
})
export type IncomingProduct = z.infer<typeof incomingProduct>
