import { parseCsvCell } from './csv-cell.ts'

/** All fields that a file can have, whatever its column names. */
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
  | 'salePrice'
  | 'saleStarts'
  | 'saleEnds'
  | 'currency'
  | 'availability'
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

/** A row's cells, with the values that a preset has computed. */
export type Cells = readonly string[] & { readonly said?: Said }
export type Said = Partial<Record<Field, string>>

/** Returns the cells with other values for some fields. */
export const withSaid = (cells: Cells, said: Said): Cells =>
  Object.assign([...cells], { said: { ...cells.said, ...said } })

export interface Columns {
  /** The number of cells in the header row. */
  count: number
  /** The indexes of the columns in use. */
  used: ReadonlySet<number>
  has: (field: Field) => boolean
  /** Returns the trimmed cell of the field's first filled column; '' if there is none. */
  read: (cells: Cells, field: Field) => string
}

/** @param places the column indexes of each field, most important first */
export const columnsAt = (places: ReadonlyMap<Field, readonly number[]>, count: number): Columns => ({
  count,
  used: new Set([...places.values()].flat()),
  has: (field) => places.has(field),
  read: (cells, field) => {
    const said = cells.said?.[field]
    if (said !== undefined) return said
    for (const place of places.get(field) ?? []) {
      const text = parseCsvCell(cells[place] ?? '')
      if (text !== '') return text
    }
    return ''
  },
})
