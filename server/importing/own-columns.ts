import { AppError } from '#server/platform/errors.ts'
import { columnsAt, type Columns, type Field } from './product-columns.ts'
import { OWN_FIELDS, type OwnField } from './own-fields.schema.ts'

/** The cell text for products without a category. If the cell is empty, the product's texts decide. */
export const NO_CATEGORY = 'none'

/** The cell text for products without a gender. If the cell is empty, the product's texts decide. */
export const NO_GENDER = 'none'

const FIELD_OF: Readonly<Record<OwnField, Field>> = {
  handle: 'handle',
  name: 'title',
  description: 'text',
  description_html: 'html',
  status: 'status',
  brand: 'vendor',
  category: 'categorySaid',
  tags: 'tags',
  material: 'material',
  gender: 'genderSaid',
  product_url: 'productUrl',
  size: 'size',
  colour: 'colour',
  colour_hex: 'colourHex',
  option_name: 'option1Name',
  option_value: 'option1Value',
  option_name_2: 'option2Name',
  option_value_2: 'option2Value',
  option_name_3: 'option3Name',
  option_value_3: 'option3Value',
  sku: 'sku',
  gtin: 'barcode',
  variant_url: 'variantLink',
  price: 'price',
  original_price: 'compareAt',
  stock: 'stock',
  images: 'images',
  image_alts: 'imageAlts',
  image_colours: 'imageColours',
  variant_image: 'variantImage',
  image_1: 'image1',
  image_2: 'image2',
  image_3: 'image3',
  image_4: 'image4',
  image_5: 'image5',
  image_6: 'image6',
  image_7: 'image7',
  image_8: 'image8',
  image_9: 'image9',
  image_10: 'image10',
  sale_price: 'salePrice',
  sale_starts: 'saleStarts',
  sale_ends: 'saleEnds',
  currency: 'currency',
  availability: 'availability',
  age_group: 'ageGroup',
}

/** Maps our fields to the header's columns with our names. */
export const ownMapping = (header: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    OWN_FIELDS.map((field) => [field, header.findIndex((name) => name.trim().toLowerCase() === field)] as const).filter(
      ([, place]) => place !== -1,
    ),
  )

/**
 * Returns the columns of a file from a mapping of our fields.
 * @param isOwn true for our own format, where an empty gender cell means none
 * @throws AppError bad_input naming the required fields without a column
 */
export function mappedColumns(
  header: readonly string[],
  mapping: Readonly<Record<string, number>>,
  { isOwn, required }: { isOwn: boolean; required: readonly OwnField[] },
): Columns {
  const missing = required.filter((field) => mapping[field] === undefined)
  if (missing.length)
    throw new AppError('bad_input', `The file needs a column for ${missing.join(', ')}.`, { field: missing[0] ?? '' })
  const places = new Map<Field, number[]>()
  for (const field of OWN_FIELDS) {
    const place = mapping[field]
    if (place === undefined || place >= header.length) continue
    places.set(field === 'gender' && !isOwn ? 'gender' : FIELD_OF[field], [place])
  }
  return columnsAt(places, header.length)
}
