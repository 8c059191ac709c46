import { readCell } from './csv-cell.ts'

/** All that a file can say of a product, whatever it calls it. */
export type Field =
  | 'handle'
  | 'title'
  | 'body'
  | 'text'
  | 'html'
  | 'vendor'
  | 'productCategory'
  | 'categorySaid'
  | 'type'
  | 'tags'
  | 'published'
  | 'status'
  | 'material'
  | 'productUrl'
  | 'size'
  | 'colour'
  | 'colourHex'
  | `option${1 | 2 | 3}${'Name' | 'Value'}`
  | 'sku'
  | 'tracker'
  | 'quantity'
  | 'whenSoldOut'
  | 'stock'
  | 'price'
  | 'compareAt'
  | 'barcode'
  | 'variantLink'
  | 'imageUrl'
  | 'imagePosition'
  | 'imageAlt'
  | 'imageColour'
  | 'variantImage'
  | 'images'
  | 'imageAlts'
  | 'imageColours'
  | `image${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10}`
  | 'giftCard'
  | 'gender'
  | 'genderSaid'
  | 'ageGroup'

export interface Columns {
  /** Cells in the header row. */
  count: number
  has: (field: Field) => boolean
  /** The trimmed cell; '' if there is none. */
  read: (cells: string[], field: Field) => string
}

/** @param places the index of each field's column */
export const columnsAt = (places: ReadonlyMap<Field, number>, count: number): Columns => ({
  count,
  has: (field) => places.has(field),
  read: (cells, field) => readCell(cells[places.get(field) ?? -1] ?? ''),
})
