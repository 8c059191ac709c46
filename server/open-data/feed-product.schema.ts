import { z } from 'zod'

/** Characters of a description that are told; Google takes no more either. */
export const MOST_DESCRIPTION = 5_000

export const money = z.strictObject({
  amount: z.string().describe('"45.00": in units of the currency, with its decimals by ISO 4217.'),
  minor: z.int().describe('4500: the same in its smallest unit.'),
  currency: z.string().length(3),
})
export type Money = z.infer<typeof money>

const AVAILABILITIES = ['in_stock', 'out_of_stock', 'unknown'] as const
const availability = z
  .enum(AVAILABILITIES)
  .describe('unknown: the store does not tell its stock. Nobody but the store knows whether it can be bought.')

export const feedVariant = z.strictObject({
  id: z.uuid(),
  sku: z.string().nullable().describe("The store's own number."),
  gtin: z.string().nullable(),
  size: z.string().nullable().describe('The size as the store writes it: "UK 12", "M".'),
  colour: z.string().nullable(),
  colourHex: z.string().nullable(),
  price: money,
  originalPrice: money.nullable().describe('The original price shown by the store. Always higher than `price`.'),
  availability,
})

export const picture = z.strictObject({
  url: z.url().describe('A JPEG, 1,600 pixels wide or as wide as the original.'),
  width: z.int().describe('Of the original.'),
  height: z.int(),
  alt: z.string(),
})

/** A product as feeds and the catalogue API tell it: one line of NDJSON. */
export const feedProduct = z.strictObject({
  type: z.literal('product'),
  id: z.uuid().describe('Never changes, and is never used again.'),
  url: z.url().describe('The product’s page on WTF, which has the link to the store.'),
  name: z.string(),
  description: z
    .string()
    .describe(`Plain text of the store, at most ${MOST_DESCRIPTION.toLocaleString('en')} characters.`),
  brand: z.string(),
  store: z.strictObject({ id: z.uuid(), name: z.string(), url: z.url() }).describe('Who sells it.'),
  category: z.array(z.string()).describe('From the widest to the narrowest; empty where the store names none.'),
  gender: z.string().describe('women, men, unisex, girls, boys, kids, or empty.'),
  material: z.string(),
  price: money.describe('Of the cheapest variant that can be bought.'),
  highestPrice: money,
  originalPrice: money.nullable().describe('The former price that the store shows for it. Always above `price`.'),
  availability,
  pictures: z.array(picture).describe('They belong to the store.'),
  variants: z.array(feedVariant),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type FeedProduct = z.infer<typeof feedProduct>

/** A line of what has changed: the product is not in the shop, and may never have been. */
export const feedGone = z.strictObject({
  type: z.literal('gone'),
  id: z.uuid().describe('No longer in the shop. You may never have had it: then there is nothing to do.'),
})

/** The last line. A file without it is not whole. */
export const feedEnd = z.strictObject({
  type: z.literal('end'),
  cursor: z.string().describe('Ask with ?since= and this for what changes from here on.'),
  next: z.url().describe('The address that does so.'),
  products: z.int().describe('Lines of type "product" before this one.'),
  gone: z.int(),
})

export const feedLine = z.discriminatedUnion('type', [feedProduct, feedGone, feedEnd])
export type FeedLine = z.infer<typeof feedLine>
