import { toSearchText } from '#server/catalogue/search-text.ts'
import { AppError } from '#server/platform/errors.ts'
import { columnsAt, type Columns, type Field } from './product-columns.ts'

/**
 * Each field's column names in Shopify's product CSV: first those of the export, then those of the newer template. Case
 * and punctuation are ignored. If a file has several, the first filled one counts. Labels of metafield columns depend
 * on the language of the store's admin, so only the key in brackets is compared.
 */
const NAMES = {
  handle: ['Handle', 'URL handle'],
  title: ['Title'],
  body: ['Body (HTML)', 'Body HTML', 'Description'],
  vendor: ['Vendor'],
  productCategory: ['Product Category', 'Standardized Product Type', 'Google Shopping / Google Product Category'],
  type: ['Type', 'Custom Product Type', 'Product Type'],
  tags: ['Tags'],
  published: ['Published', 'Published on online store'],
  status: ['Status'],
  option1Name: ['Option1 Name'],
  option1Value: ['Option1 Value'],
  option2Name: ['Option2 Name'],
  option2Value: ['Option2 Value'],
  option3Name: ['Option3 Name'],
  option3Value: ['Option3 Value'],
  sku: ['Variant SKU', 'SKU'],
  tracker: ['Variant Inventory Tracker', 'Inventory tracker'],
  quantity: ['Variant Inventory Qty', 'Inventory quantity'],
  whenSoldOut: ['Variant Inventory Policy', 'Inventory policy', 'Continue selling when out of stock'],
  price: ['Variant Price', 'Price'],
  compareAt: ['Variant Compare At Price', 'Compare-at price'],
  barcode: ['Variant Barcode', 'Barcode', 'Barcodes'],
  imageUrl: ['Image Src', 'Product image URL'],
  imagePosition: ['Image Position'],
  imageAlt: ['Image Alt Text'],
  variantImage: ['Variant Image', 'Variant image URL'],
  giftCard: ['Gift Card'],
  gender: ['Google Shopping / Gender', 'product.metafields.shopify.target-gender'],
  ageGroup: ['Google Shopping / Age Group', 'product.metafields.shopify.age-group'],
  // Fields without a column in Shopify's format. Our export adds these, and Shopify ignores them.
  genderSaid: ['WTF Gender'],
  categorySaid: ['WTF Category'],
  material: ['WTF Material', 'product.metafields.shopify.fabric', 'product.metafields.shopify.material'],
  productUrl: ['WTF Product URL'],
  size: ['WTF Size'],
  colour: ['WTF Colour'],
  imageColour: ['WTF Image Colour'],
  // Exports by apps have this id; Shopify's own exports do not.
  variantLink: ['WTF Variant Link', 'Variant ID'],
} satisfies Partial<Record<Field, string[]>>

const REQUIRED = ['handle', 'title', 'price'] as const

/** The columns of our export in Shopify's format: the first name of each field. */
export const SHOPIFY_NAMES = NAMES

/** Matches the key in a metafield's column name: 'Zielgeschlecht (product.metafields.shopify.target-gender)'. */
const METAFIELD = /\((product\.metafields\.[^()]+)\)\s*$/

/**
 * Finds the columns by their names, in any order.
 * @throws AppError bad_input naming the missing required columns
 */
export function parseColumns(header: readonly string[]): Columns {
  const found = header.map((name) => toSearchText(METAFIELD.exec(name)?.[1] ?? name))
  const places = new Map<Field, number[]>()
  for (const [field, names] of Object.entries(NAMES) as Array<[Field, string[]]>) {
    const indexes = names.map((name) => found.indexOf(toSearchText(name))).filter((index) => index !== -1)
    if (indexes.length) places.set(field, indexes)
  }
  const missing = REQUIRED.filter((field) => !places.has(field)).map((field) =>
    NAMES[field].map((name) => `'${name}'`).join(' or '),
  )
  if (missing.length) {
    throw new AppError(
      'bad_input',
      `This is not a Shopify product CSV: its first line has no column ${missing.join(', and none ')}.`,
    )
  }
  return columnsAt(places, header.length)
}
