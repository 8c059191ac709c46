import { toSearchText } from '#server/catalogue/search-text.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * Each field's names in Shopify's product CSV: the export's first, then those of the newer template. Compared without
 * case and punctuation; the first that the file has is used.
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
  gender: ['Google Shopping / Gender', 'Target gender (product.metafields.shopify.target-gender)'],
  ageGroup: ['Google Shopping / Age Group', 'Age group (product.metafields.shopify.age-group)'],
} satisfies Record<string, string[]>

type Field = keyof typeof NAMES
const REQUIRED = ['handle', 'title', 'price'] as const

export interface Columns {
  /** Cells in the header row. */
  count: number
  has: (field: Field) => boolean
  /** The trimmed cell; '' if there is none. */
  read: (cells: string[], field: Field) => string
}

/**
 * Finds the columns by their names, in any order.
 * @throws AppError bad_input naming the required columns that are missing.
 */
export function readColumns(header: string[]): Columns {
  const found = header.map((name) => toSearchText(name))
  const places = new Map<Field, number>()
  for (const [field, names] of Object.entries(NAMES) as Array<[Field, string[]]>) {
    const place = names.map((name) => found.indexOf(toSearchText(name))).find((index) => index !== -1)
    if (place !== undefined) places.set(field, place)
  }
  const missing = REQUIRED.filter((field) => !places.has(field)).map((field) =>
    NAMES[field].map((name) => `'${name}'`).join(' or '),
  )
  if (missing.length) {
    const hint =
      header.length === 1 && /[;\t]/.test(header[0] ?? '')
        ? ' Its columns are separated by semicolons or tabs; Shopify separates them by commas.'
        : ''
    throw new AppError(
      'bad_input',
      `This is not a Shopify product CSV: its first line has no column ${missing.join(', and none ')}.${hint}`,
    )
  }
  return {
    count: header.length,
    has: (field) => places.has(field),
    read: (cells, field) => cells[places.get(field) ?? -1]?.trim() ?? '',
  }
}
