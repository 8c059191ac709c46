import { toAmount } from '#server/platform/money.schema.ts'
import type { IncomingPicture, IncomingProduct, IncomingVariant } from './incoming-product.schema.ts'
import type { StoredProduct } from './load-products.ts'
import { GENDERS, type PictureForm, type ProductForm } from './product-form.schema.ts'
import { parseDescription, typedDescription } from './typed-description.ts'

/** A parsed row of the variants table. Amounts in minor units of the partner's currency. */
export type EditedVariant = Required<Omit<IncomingVariant, 'id' | 'storeLink'>> & { id: string | null }

/** A parsed form, with the values that two people may have changed differently. */
export interface EditedProduct {
  name: string
  handle: string
  /** The typed text in its canonical form, which is shown again. */
  description: string
  brand: string
  categoryId: string | null
  tags: string[]
  material: string
  gender: ProductForm['gender']
  status: ProductForm['status']
  productUrl: string
  variants: EditedVariant[]
  pictures: PictureForm[]
}

/** Converts a stored product to the form's values. */
export function editedOf(stored: StoredProduct): EditedProduct {
  return {
    name: stored.name,
    handle: stored.handle,
    description: typedDescription({ text: stored.description, html: stored.descriptionHtml }),
    brand: stored.brand.name,
    categoryId: stored.categoryId,
    tags: stored.tags,
    material: stored.material,
    gender: GENDERS.find((gender) => gender === stored.gender) ?? '',
    status: stored.status,
    productUrl: stored.productUrl ?? '',
    variants: stored.variants.map(
      ({ id, size, colourName, colourHex, options, sku, gtin, priceMinor, originalPriceMinor, stock }) => ({
        id,
        size,
        colourName,
        colourHex,
        options,
        sku,
        gtin,
        priceMinor,
        originalPriceMinor,
        stock,
      }),
    ),
    pictures: stored.images
      .toSorted(
        (a, b) => Number(b.isPrimary) - Number(a.isPrimary) || a.position - b.position || (a.id < b.id ? -1 : 1),
      )
      .map(({ id, alt, colourName }) => ({ id, uploadId: null, alt, colourName: colourName ?? '' })),
  }
}

/** Returns the texts of the form. */
export function formOf({ variants, ...product }: EditedProduct, currency: string): ProductForm {
  const optionNames = [...new Set(variants.flatMap(({ options }) => Object.keys(options)))]
  return {
    ...product,
    optionNames,
    variants: variants.map(({ size, colourName, colourHex, options, sku, gtin, ...variant }) => ({
      id: variant.id,
      size: size ?? '',
      colourName: colourName ?? '',
      colourHex: colourHex ?? '',
      options: optionNames.map((name) => options[name] ?? ''),
      price: toAmount(variant.priceMinor, currency),
      originalPrice: variant.originalPriceMinor === null ? '' : toAmount(variant.originalPriceMinor, currency),
      stock: variant.stock === null ? '' : String(variant.stock),
      sku: sku ?? '',
      gtin: gtin ?? '',
    })),
  }
}

/**
 * Returns the incoming product for `saveProducts`. Fields that the form did not change are left out, so that they stay
 * exactly as stored.
 * @param pictures with the files of uploads
 */
export function incomingOf(
  edited: EditedProduct,
  stored: StoredProduct | null,
  pictures: IncomingPicture[],
): IncomingProduct {
  const was = stored && editedOf(stored)
  const { text, html } = parseDescription(edited.description)
  return {
    handle: edited.handle,
    name: edited.name,
    ...(was?.description === edited.description ? {} : { description: text, descriptionHtml: html }),
    ...(was?.brand === edited.brand ? {} : { brand: edited.brand }),
    type: '',
    productCategory: '',
    categoryId: edited.categoryId,
    material: edited.material,
    tags: edited.tags,
    status: edited.status,
    gender: edited.gender,
    ...(was?.productUrl === edited.productUrl ? {} : { productUrl: edited.productUrl }),
    variants: edited.variants.map(({ id, ...variant }) => (id === null ? variant : { ...variant, id })),
    pictures,
    isIncomplete: false,
  }
}
