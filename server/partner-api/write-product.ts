import { toAmount } from '#server/platform/money.schema.ts'
import { AppError } from '#server/platform/errors.ts'
import { saveProductAs, loadOwnProduct } from '#server/products/edit-product.service.ts'
import { editedOf, formOf } from '#server/products/edited-product.ts'
import type { Actor } from '#server/products/product-acts.ts'
import { productForm, type ProductForm } from '#server/products/product-form.schema.ts'
import { getProductOwner } from '#server/products/product-owner.ts'
import type { ApiAsk } from './define-operation.ts'
import type { NewProduct, ProductChanges, WrittenVariant } from './product-fields.schema.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

/** A product that cannot be saved, with a reason for each field. */
export class InvalidFields extends Error {
  readonly errors: Array<{ path: string; message: string }>

  constructor(errors: Array<{ path: string; message: string }>) {
    super(errors[0]?.message)
    this.errors = errors
  }
}

interface Saved {
  id: string
  handle: string
  isChanged: boolean
}

/** Returns the key as the actor of a change. */
export const actorOfKey = ({ key }: Pick<ApiAsk, 'key'>): Actor => ({ kind: 'api', userId: null, name: key.name })

const EMPTY: ProductForm = {
  name: '',
  handle: '',
  description: '',
  brand: '',
  categoryId: null,
  tags: [],
  material: '',
  gender: '',
  status: 'draft',
  productUrl: '',
  optionNames: [],
  variants: [],
  pictures: [],
}

/** Creates a product by the same rules as the dashboard's form. @throws InvalidFields, AppError */
export async function createApiProduct(ask: ApiAsk, given: NewProduct): Promise<Saved> {
  const { partner } = await getProductOwner(ask.db, ask.partner.id)
  return save(ask, { productId: null, revision: 0, form: EMPTY, currency: partner.currency }, given)
}

/**
 * Changes the given fields of a product by the same rules as the dashboard's form: fields that a connected store
 * manages stay locked.
 * @throws InvalidFields; AppError not_found for a deleted product or another partner's, conflict if it is changed by
 * someone else at the same time
 */
export async function updateProduct(ask: ApiAsk, productId: string, given: ProductChanges): Promise<Saved> {
  const { product, revision } = await loadOwnProduct(ask.db, ask.partner.id, productId)
  const { currency } = product
  return save(ask, { productId, revision, form: formOf(editedOf(product), currency), currency }, given)
}

interface Stored {
  productId: string | null
  revision: number
  form: ProductForm
  currency: string
}

async function save(ask: ApiAsk, stored: Stored, given: ProductChanges): Promise<Saved> {
  const { variants, images, currency, ...texts } = given
  if (currency !== undefined && currency !== stored.currency)
    throw new InvalidFields([{ path: 'currency', message: `The prices must be in ${stored.currency}.` }])
  const typed = { ...stored.form, ...texts, ...(variants && formVariants(variants, stored.currency)) }
  const form = productForm.safeParse(typed)
  if (!form.success) throw invalidFields(form.error.issues)
  const saved = await saveProductAs(
    { db: ask.db, partner: ask.partner, actor: actorOfKey(ask) },
    {
      productId: stored.productId,
      revision: stored.revision,
      form: form.data,
      ...(images && {
        images: images.map(({ url, alt = '', colourName = null }) => ({ url, alt, colourName })),
      }),
    },
  )
  if (saved.kind === 'conflict')
    throw new AppError('conflict', 'Someone else changed the product at the same time. Send the request again.')
  if (saved.kind === 'refused')
    throw new InvalidFields(saved.errors.map(({ field, message }) => ({ path: pathOf(field.split('.')), message })))
  return { id: saved.productId, handle: saved.form.handle, isChanged: saved.actId !== null }
}

const invalidFields = (issues: ReadonlyArray<{ path: PropertyKey[]; message: string }>) =>
  new InvalidFields(issues.map(({ path, message }) => ({ path: pathOf(path.map(String)), message })))

/** Fields that have other names in this API than in the form. */
const NAMES = lookup({
  price: 'priceMinor',
  originalPrice: 'originalPriceMinor',
  pictures: 'images',
  optionNames: 'options',
})

/** Formats a field's path: ['variants', '3', 'price'] -> 'variants[3].priceMinor'. */
const pathOf = (parts: string[]): string =>
  parts.reduce(
    (path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : `${path}${path && '.'}${NAMES[part] ?? part}`),
    '',
  )

/** Returns the rows of the form's table of variants, and the names of their options. */
function formVariants(variants: WrittenVariant[], currency: string): Pick<ProductForm, 'optionNames' | 'variants'> {
  const optionNames = [...new Set(variants.flatMap(({ options = {} }) => Object.keys(options)))]
  return {
    optionNames,
    variants: variants.map(
      ({ id = null, options = {}, priceMinor, originalPriceMinor = null, stock = null, ...texts }) => ({
        id,
        size: texts.size ?? '',
        colourName: texts.colourName ?? '',
        colourHex: texts.colourHex ?? '',
        options: optionNames.map((name) => (Object.hasOwn(options, name) ? (options[name] ?? '') : '')),
        price: toAmount(priceMinor, currency),
        originalPrice: originalPriceMinor === null ? '' : toAmount(originalPriceMinor, currency),
        stock: stock === null ? '' : String(stock),
        sku: texts.sku ?? '',
        gtin: texts.gtin ?? '',
      }),
    ),
  }
}
