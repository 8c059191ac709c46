import { resolveDestination } from '#server/catalogue/destination.ts'
import { parseAmountOrNull } from '#server/platform/amount.schema.ts'
import { decimalsOf } from '#server/platform/money.schema.ts'
import type { EditedProduct, EditedVariant } from './edited-product.ts'
import { MAX_PRODUCT } from './incoming-product.schema.ts'
import { optionKey } from './option-key.ts'
import type { ProductForm, VariantForm } from './product-form.schema.ts'
import { parseGtin } from './parse-gtin.ts'
import { parsePrice, type PriceRules } from './parse-price.ts'
import { parseDescription, typedDescription } from './typed-description.ts'

/** An error and its field: 'name', 'variants.3.price'. */
export interface FieldError {
  field: string
  message: string
  /** The product that already has the value. */
  productId?: string
}

export interface FormRules extends PriceRules {
  /** Hosts where the partner's products may be sold. */
  hosts: string[]
}

const HANDLE = /^[\p{Ll}\p{Lo}\p{N}][\p{Ll}\p{Lo}\p{N}_-]*$/u
const NO_SWATCH = 'Please choose a colour like #7d8f69'

/**
 * Parses the form; `errors` lists everything that cannot be saved. Values that are unchanged from the stored product
 * are never errors, so that other fields can be edited.
 * @param stored the stored product; null for a new one
 */
export function parseProductForm(
  form: ProductForm,
  stored: EditedProduct | null,
  rules: FormRules,
): { product: EditedProduct; errors: FieldError[] } {
  const errors: FieldError[] = []
  const refuse = (field: string, message: string) => void errors.push({ field, message })
  const { optionNames, variants, pictures, description, ...texts } = form
  if (texts.name === '') refuse('name', 'Please enter a product name')
  if (texts.handle !== stored?.handle && texts.handle !== '' && !HANDLE.test(texts.handle))
    refuse('handle', 'Please use lowercase letters, digits and hyphens, like linen-dress')
  if (texts.handle === '' && stored)
    refuse('handle', 'Please enter a handle. Your store and your files use it to identify the product')
  if (texts.productUrl !== '' && texts.productUrl !== stored?.productUrl) {
    const problem = urlProblem(texts.productUrl, rules.hosts)
    if (problem) refuse('productUrl', problem)
  }
  const names = optionNames.map((name) => name.toLowerCase())
  names.forEach((name, index) => {
    if (names.indexOf(name) < index) refuse(`optionNames.${index}`, 'There is already an option with this name')
    else if (/^(?:size|colou?r)$/.test(name))
      refuse(`optionNames.${index}`, 'Size and colour already have their own columns')
  })
  const read = variants.map((variant, index) =>
    parseVariant(variant, optionNames, rules, (column, message) => refuse(`variants.${index}.${column}`, message)),
  )
  return {
    product: {
      ...texts,
      description: typedDescription(parseDescription(description)),
      variants: read,
      pictures,
    },
    errors,
  }
}

/** Returns errors for indistinguishable variants and for duplicate SKUs. Pairs that are already stored may stay. */
export function clashesWithin(variants: EditedVariant[], stored: EditedProduct | null): FieldError[] {
  const errors: FieldError[] = []
  const was = new Map(stored?.variants.map((variant) => [variant.id, variant]))
  const seen = new Map<string, number>()
  const skus = new Map<string, number>()
  variants.forEach((variant, index) => {
    const before = variant.id === null ? undefined : was.get(variant.id)
    const key = optionKey(variant)
    const twin = seen.get(key)
    if (twin === undefined) seen.set(key, index)
    else if (!before || optionKey(before) !== key)
      errors.push({ field: `variants.${index}.size`, message: `Row ${twin + 1} has the same size, colour and options` })
    if (variant.sku === null) return
    const owner = skus.get(variant.sku)
    if (owner === undefined) skus.set(variant.sku, index)
    else if (before?.sku !== variant.sku)
      errors.push({ field: `variants.${index}.sku`, message: `Row ${owner + 1} already has this SKU` })
  })
  return errors
}

function parseVariant(
  typed: VariantForm,
  optionNames: string[],
  rules: PriceRules,
  refuse: (column: keyof VariantForm, message: string) => void,
): EditedVariant {
  const { id, size, colourName } = typed
  const price = parseMoney(typed.price, rules)
  if (price === null) refuse('price', 'Please enter a price')
  else if ('reason' in price) refuse('price', price.reason)
  const priceMinor = price && 'minor' in price ? price.minor : 0
  const original = parseMoney(typed.originalPrice, rules)
  if (original && 'reason' in original) refuse('originalPrice', original.reason)
  const originalPriceMinor = original && 'minor' in original ? original.minor : null
  if (originalPriceMinor !== null && price && 'minor' in price && originalPriceMinor <= priceMinor)
    refuse(
      'originalPrice',
      'The original price must be higher than the price. Leave it empty if the product is not reduced',
    )
  const stock = /^\d{1,15}$/.test(typed.stock) ? Number(typed.stock) : null
  if (typed.stock !== '' && stock === null)
    refuse('stock', 'Please enter a whole number, or leave it empty if you do not know')
  if (stock !== null && stock > MAX_PRODUCT.stock)
    refuse('stock', `Please enter at most ${MAX_PRODUCT.stock.toLocaleString('en')}`)
  const gtin = typed.gtin === '' ? null : parseGtin(typed.gtin)
  if (typed.gtin !== '' && gtin === null) refuse('gtin', gtinProblem(typed.gtin))
  const colourHex = typed.colourHex.toLowerCase() || null
  if (colourHex !== null && !/^#[0-9a-f]{6}$/.test(colourHex)) refuse('colourHex', NO_SWATCH)
  return {
    id,
    size: size || null,
    colourName: colourName || null,
    colourHex,
    options: Object.fromEntries(
      optionNames.flatMap((name, index) => (typed.options[index] ? [[name, typed.options[index]]] : [])),
    ),
    sku: typed.sku || null,
    gtin,
    priceMinor,
    originalPriceMinor,
    stock,
  }
}

/** Parses an amount as people write it; never guesses between thousands and decimals. Null for an empty text. */
export function parseMoney(typed: string, rules: PriceRules): { minor: number } | { reason: string } | null {
  if (typed === '') return null
  const plain = parsePrice(typed, rules)
  if ('minor' in plain) return plain
  if (!/^is not a number/.test(plain.reason)) return { reason: `The price ${plain.reason}` }
  const isAmbiguous = decimalsOf(rules.currency) === 3 && /[.,]\d{3}$/.test(typed)
  const minor = isAmbiguous ? null : parseAmountOrNull(typed, rules.currency)
  if (minor === null) return { reason: 'Please enter an amount like 49.90' }
  return minor > rules.maxMinor ? { reason: 'This price is too high' } : { minor: Number(minor) }
}

function gtinProblem(typed: string): string {
  const digits = typed.replace(/[\s'-]/g, '')
  return /^(?:\d{8}|\d{12,14})$/.test(digits)
    ? 'The last digit does not match the others. Please check the number against the barcode'
    : 'A GTIN has 8, 12, 13 or 14 digits'
}

function urlProblem(typed: string, hosts: string[]): string | null {
  if (!hosts.length) return 'Please add your website under Connect Store first. The page must be on your website'
  return resolveDestination({ productUrl: typed, verifiedHosts: hosts })
    ? null
    : `The page must be on your own website: ${hosts.join(', ')}`
}
