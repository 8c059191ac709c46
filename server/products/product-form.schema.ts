import { z } from 'zod'
import { revision } from '#server/platform/revision.schema.ts'
import { paragraphs } from '#server/platform/texts.schema.ts'
import { MAX_PRODUCT } from './incoming-product.schema.ts'

/**
 * Options other than size and colour. Shopify's products have three in total. Those of other stores must survive
 * editing.
 */
const MAX_OPTIONS = 10
/** Typed characters, including the markup. */
export const MAX_DESCRIPTION = 20_000
/** The size of the submitted form: the maximum number of variants, with long texts. */
export const MAX_FORM_BYTES = 2 * 1024 * 1024

/** The audience of a product; '' if unknown. */
export const GENDERS = ['', 'women', 'men', 'unisex', 'girls', 'boys', 'kids'] as const
export const STATUSES = ['draft', 'active', 'archived'] as const

/** A line of text, which may be empty. */
const line = (limit: number) =>
  z
    .string()
    .transform((text) =>
      text
        .toWellFormed()
        .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .pipe(z.string().max(limit, `Please use at most ${limit.toLocaleString('en')} characters`))

const optionName = line(MAX_PRODUCT.label).pipe(z.string().min(1, 'Please enter a name for the option'))

/** A row of the variants table as typed: '49.90'; '' for unknown stock. */
const variantForm = z.strictObject({
  /** The id of an existing variant. */
  id: z.uuid().nullable(),
  size: line(MAX_PRODUCT.label),
  colourName: line(MAX_PRODUCT.label),
  /** '#aabbcc'. */
  colourHex: line(20),
  /** One value for each of `optionNames`, in the same order. */
  options: z.array(line(MAX_PRODUCT.label)).max(MAX_OPTIONS),
  price: line(40),
  originalPrice: line(40),
  stock: line(20),
  sku: line(MAX_PRODUCT.sku),
  gtin: line(40),
})
export type VariantForm = z.infer<typeof variantForm>

const pictureForm = z
  .strictObject({
    /** The id of an existing picture. */
    id: z.uuid().nullable(),
    /** The id of an uploaded file. */
    uploadId: z.uuid().nullable(),
    alt: line(MAX_PRODUCT.alt),
    /** '' if it shows no variant or several. */
    colourName: line(MAX_PRODUCT.label),
  })
  .refine(
    ({ id, uploadId }) => (id === null) !== (uploadId === null),
    'An image must be an existing one or a new file.',
  )
export type PictureForm = z.infer<typeof pictureForm>

export const productForm = z.strictObject({
  name: line(MAX_PRODUCT.name),
  /** '' for a new product: we make one from the name. */
  handle: line(MAX_PRODUCT.handle),
  /** Plain text, or simple HTML. */
  description: paragraphs(null, MAX_DESCRIPTION),
  brand: line(MAX_PRODUCT.name),
  categoryId: z.uuid().nullable(),
  tags: z
    .array(line(MAX_PRODUCT.name))
    .max(MAX_PRODUCT.tags, `Please use at most ${MAX_PRODUCT.tags} tags`)
    .transform((tags) => [...new Set(tags.filter(Boolean))]),
  material: line(MAX_PRODUCT.name),
  gender: z.enum(GENDERS),
  status: z.enum(STATUSES),
  productUrl: line(MAX_PRODUCT.url),
  /** Options other than size and colour. */
  optionNames: z.array(optionName).max(MAX_OPTIONS, `Please use at most ${MAX_OPTIONS} options`),
  variants: z
    .array(variantForm)
    .min(1, 'A product needs at least one variant with a price')
    .max(MAX_PRODUCT.variants, `A product can have at most ${MAX_PRODUCT.variants.toLocaleString('en')} variants`),
  pictures: z.array(pictureForm).max(MAX_PRODUCT.images, `A product can have up to ${MAX_PRODUCT.images} images`),
})
export type ProductForm = z.infer<typeof productForm>

export const saveProductInput = z.strictObject({
  /** Null for a new product. */
  productId: z.uuid().nullable(),
  /** The revision of the product that the form shows. */
  revision,
  form: productForm,
})
export type SaveProductInput = z.infer<typeof saveProductInput>

export const productInput = z.strictObject({ productId: z.uuid() })
export type ProductInput = z.infer<typeof productInput>
