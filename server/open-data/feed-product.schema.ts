import { z } from 'zod'

/** Maximum characters of a description, the same as Google's. */
export const MAX_DESCRIPTION = 5_000

export const money = z.strictObject({
  amount: z.string().describe('"45.00": in currency units, with the decimal places of ISO 4217.'),
  minor: z.int().describe('4500: the same amount in the smallest unit.'),
  currency: z.string().length(3),
})
export type Money = z.infer<typeof money>

const AVAILABILITIES = ['in_stock', 'out_of_stock', 'unknown'] as const
const availability = z
  .enum(AVAILABILITIES)
  .describe('unknown: the store does not report its stock, so the product may not be available to buy.')

export const feedVariant = z.strictObject({
  id: z.uuid(),
  sku: z.string().nullable().describe("The store's own SKU."),
  gtin: z.string().nullable(),
  size: z.string().nullable().describe('The size, as written by the store: "UK 12", "M".'),
  colour: z.string().nullable(),
  colourHex: z.string().nullable(),
  price: money,
  originalPrice: money.nullable().describe('The original price shown by the store. Always higher than `price`.'),
  availability,
})

export const picture = z.strictObject({
  url: z.url().describe('A JPEG, 1,600 pixels wide or as wide as the original.'),
  width: z.int().describe('The width of the original.'),
  height: z.int(),
  alt: z.string(),
})

/** A product in feeds and the catalogue API: one line of NDJSON. */
export const feedProduct = z.strictObject({
  type: z.literal('product'),
  id: z.uuid().describe('Never changes and is never reused.'),
  url: z.url().describe('The product’s page on WTF, which has the link to the store.'),
  name: z.string(),
  description: z
    .string()
    .describe(`Plain text from the store, up to ${MAX_DESCRIPTION.toLocaleString('en')} characters.`),
  brand: z.string(),
  store: z.strictObject({ id: z.uuid(), name: z.string(), url: z.url() }).describe('The store that sells the product.'),
  category: z.array(z.string()).describe('From the broadest to the narrowest. Empty if the store has not set one.'),
  gender: z.string().describe('women, men, unisex, girls, boys, kids, or empty.'),
  material: z.string(),
  price: money.describe('The price of the cheapest variant that is available.'),
  highestPrice: money,
  originalPrice: money.nullable().describe('The original price shown by the store. Always higher than `price`.'),
  availability,
  pictures: z.array(picture).describe('The store owns the rights to these pictures.'),
  variants: z.array(feedVariant),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type FeedProduct = z.infer<typeof feedProduct>

/** A line about a product that is not in the shop, and possibly never was. */
export const feedGone = z.strictObject({
  type: z.literal('gone'),
  id: z.uuid().describe('The product is no longer in the shop. If you never stored it, there is nothing to do.'),
})

/** The last line. A file without it is incomplete. */
export const feedEnd = z.strictObject({
  type: z.literal('end'),
  cursor: z.string().describe('Send this as ?since= to get later changes.'),
  next: z.url().describe('The URL that returns later changes.'),
  products: z.int().describe('The number of lines of type "product" before this one.'),
  gone: z.int(),
})

export const feedLine = z.discriminatedUnion('type', [feedProduct, feedGone, feedEnd])
export type FeedLine = z.infer<typeof feedLine>
